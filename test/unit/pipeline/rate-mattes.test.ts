import { expect, test } from 'vitest'
import { rateMattes } from '#pipeline/rate-mattes.ts'
import { memoryChunkStore } from '#support/fake-frame-io.ts'

const size = { width: 32, height: 24 }
const area = size.width * size.height
const call = { signal: new AbortController().signal, onProgress: () => {} }

/** Chunks of two frames; each frame has one alpha everywhere, and `cuts` begin another scene. */
const openMattes = async (alphas: readonly number[], cuts: readonly number[] = []) => {
  const store = memoryChunkStore()
  const frames = alphas.map((alpha, i) => ({
    timestampSeconds: i / 10,
    isCut: cuts.includes(i),
    data: new Uint8Array(area).fill(alpha),
  }))
  for (let first = 0; first < frames.length; first += 2)
    await store.write(first, { ...size, frames: frames.slice(first, first + 2) })
  return store
}

test('every frame is rated, also across chunks', async () => {
  const ratings = await rateMattes(await openMattes([255, 255, 0, 255, 255]), call)
  expect(ratings.map(({ seconds }) => seconds)).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  const flickers = ratings.map(({ flicker }) => flicker)
  expect(flickers.indexOf(Math.max(...flickers))).toBe(2)
  expect(flickers.at(0)).toBe(0)
  expect(flickers.at(-1)).toBe(0)
})

test('a scene cut is no flicker', async () => {
  const ratings = await rateMattes(await openMattes([255, 255, 0, 0], [2]), call)
  expect(ratings.map(({ flicker }) => flicker)).toEqual([0, 0, 0, 0])
})

test('a frame of one half is in doubt', async () => {
  const [sure, uncertain] = await rateMattes(await openMattes([255, 128]), call)
  expect(sure?.uncertainty).toBe(0)
  expect(uncertain?.uncertainty).toBeGreaterThan(0.9)
})
