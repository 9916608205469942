import { expect, test } from 'vitest'
import { type Box, toPixels } from '#base/geometry.ts'
import { findClipSubject } from '#pipeline/clip-subject.ts'
import { followChunks } from '#pipeline/follow-mattes.ts'
import { memoryChunkStore } from '#support/fake-frame-io.ts'

const size = { width: 40, height: 20 }
const { signal } = new AbortController()

/** A square of 4 x 4 pixels at each place, one frame each; null for a frame without a subject. */
const openMattes = async (
  places: readonly ({ readonly x: number; readonly y: number } | null)[],
  speck?: { readonly at: number; readonly frame: number },
  cutAt?: number,
) => {
  const store = memoryChunkStore()
  const frames = places.map((place, i) => {
    const data = new Uint8Array(size.width * size.height)
    for (let y = 0; place && y < 4; y++) {
      const start = (place.y + y) * size.width + place.x
      data.fill(255, start, start + 4)
    }
    if (speck?.frame === i) data.fill(255, speck.at, speck.at + 2)
    return { timestampSeconds: i / 10, isCut: i === cutAt, data }
  })
  for (let first = 0; first < frames.length; first += 2)
    await store.write(first, { ...size, frames: frames.slice(first, first + 2) })
  return store
}

const report = { sceneCuts: 0, mattingSeconds: 1, decodeWaitSeconds: 0 }

const subjectOf = async (...mattes: Parameters<typeof openMattes>) => {
  const store = await openMattes(...mattes)
  await store.finish({ ...report, frames: mattes[0].length })
  return findClipSubject(followChunks(store, signal), signal)
}

const inPixels = (box: Box | null) => {
  const { x, y, width, height } = toPixels(box ?? { x: 0, y: 0, width: 0, height: 0 }, size)
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
}

test('the box holds the subject of every frame', async () => {
  const box = await subjectOf([{ x: 4, y: 8 }, { x: 20, y: 2 }, null, { x: 12, y: 12 }, { x: 30, y: 6 }])
  expect(inPixels(box)).toEqual({ x: 4, y: 2, width: 30, height: 14 })
})

test('the box holds a crossing subject and no speck', async () => {
  const crossing = Array.from({ length: 30 }, (_, i) => ({ x: 4 + i, y: 8 }))
  expect(inPixels(await subjectOf(crossing))).toEqual({ x: 4, y: 8, width: 33, height: 4 })
  // A speck of two pixels beside it on one frame, and on one before the subject comes in.
  const speck = { at: 18 * size.width + 38, frame: 3 }
  expect(inPixels(await subjectOf(crossing, speck))).toEqual({ x: 4, y: 8, width: 33, height: 4 })
  const later = await subjectOf([null, null, null, null, ...crossing], speck)
  expect(inPixels(later)).toEqual({ x: 4, y: 8, width: 33, height: 4 })
})

test('the subject of a short scene is in the box', async () => {
  const places = [...Array.from({ length: 60 }, () => ({ x: 30, y: 8 })), { x: 2, y: 8 }]
  expect(inPixels(await subjectOf(places, undefined, 60))).toEqual({ x: 2, y: 8, width: 32, height: 4 })
})

test('a clip without a subject has no box', async () => {
  expect(await subjectOf([null, null, null])).toBe(null)
})

test('the box waits for mattes that are not written yet', async () => {
  const store = await openMattes([{ x: 4, y: 8 }, null])
  const found = findClipSubject(followChunks(store, signal), signal)
  const later = await openMattes([{ x: 24, y: 8 }])
  const [range] = await later.list()
  if (!range) throw new Error('no chunk')
  await store.write(2, await later.read(range))
  await store.finish({ ...report, frames: 3 })
  expect(inPixels(await found)).toEqual({ x: 4, y: 8, width: 24, height: 4 })
})
