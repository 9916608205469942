import { expect, test } from 'vitest'
import type { LayerReport } from '#contract/edit-layers.ts'
import type { OnProgress } from '#contract/progress.ts'
import type { TimedEdit } from '#contract/video-edits.ts'
import { createMotionCache } from '#pipeline/chunk-motion.ts'
import type { MatteLayer } from '#pipeline/matte-layers.ts'
import { openFrames } from '#pipeline/matted-frames.ts'
import { type PropagationParts, propagateEdits } from '#pipeline/propagate-edits.ts'
import { clipFacts, fakeReader, memoryChunkStore } from '#support/fake-frame-io.ts'

const size = { width: 64, height: 48 }
const fps = 10
const chunkFrames = 5

/** Waves; those of another scene have another length and direction. */
const paint = (scene: number) => {
  const data = new Uint8ClampedArray(size.width * size.height * 4).fill(255)
  for (let i = 0; i < size.width * size.height; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    const value =
      128 + 60 * Math.sin(scene === 0 ? x / 3 : y / 5) + 50 * Math.cos(scene === 0 ? y / 4 : x / 7)
    data.fill(value, i * 4, i * 4 + 3)
  }
  return { ...size, data }
}

/**
 * A still clip of two scenes; the mattes of all frames are 100. Frames from `changeAt` on show something else, and are
 * not marked as another scene.
 */
const openClip = async (cutAt: number, frames = 20, changeAt = cutAt) => {
  const { reader } = fakeReader(clipFacts({ ...size, fps, frames }), (index) =>
    paint(index < Math.min(cutAt, changeAt) ? 0 : 1),
  )
  const base = memoryChunkStore()
  for (let first = 0; first < frames; first += chunkFrames)
    await base.write(first, {
      ...size,
      frames: Array.from({ length: chunkFrames }, (_, i) => ({
        timestampSeconds: (first + i) / fps,
        isCut: first + i === cutAt,
        data: new Uint8Array(size.width * size.height).fill(100),
      })),
    })
  await base.finish({ frames, sceneCuts: 1, mattingSeconds: 0, decodeWaitSeconds: 0 })
  const layers = new Map<string, MatteLayer>()
  let edited = 0
  const parts: PropagationParts = {
    reader,
    name: 'clip',
    base,
    motion: createMotionCache(),
    openLayer: async (key) => {
      const layer = layers.get(key) ?? memoryChunkStore<LayerReport>()
      layers.set(key, layer)
      return layer
    },
    edit: async ({ list }, { matte }) => {
      edited++
      const data = matte.data.slice()
      for (const edit of list) data.fill('mode' in edit && edit.mode === 'keep' ? 255 : 0, 0, size.width * 10)
      return { ...matte, data }
    },
  }
  return { parts, edits: () => edited, layers }
}
const call = { signal: new AbortController().signal, onProgress: () => {} }
const stroke = (frame: number, mode: 'keep' | 'remove' = 'keep'): TimedEdit => ({
  kind: 'stroke',
  mode,
  radius: 3,
  hardness: 1,
  snap: false,
  points: [[3, 3, 1]],
  atSeconds: frame / fps,
})
/** The alpha of the first pixel in each frame. */
const firstPixels = (parts: PropagationParts, list: readonly TimedEdit[]) => pixelsAt(0, parts, list)
/** The same of another pixel. */
const pixelsAt = async (
  at: number,
  parts: PropagationParts,
  list: readonly TimedEdit[],
): Promise<number[]> => {
  const state = await openFrames(parts, await propagateEdits(parts, { list }, call))
  const values: number[] = []
  for (let frame = 0; frame < state.frames; frame++)
    values.push((await state.matte(await state.find(frame / fps))).data[at] ?? -1)
  return values
}
const repeat = (...parts: readonly (readonly [value: number, count: number])[]) =>
  parts.flatMap(([value, count]) => Array<number>(count).fill(value))

test('without edits all mattes are as before', async () => {
  const { parts } = await openClip(20)
  expect(await firstPixels(parts, [])).toEqual(repeat([100, 20]))
})

test('an edit reaches all frames of a still scene and no other', async () => {
  const { parts } = await openClip(12)
  expect(await firstPixels(parts, [stroke(7)])).toEqual(repeat([255, 12], [100, 8]))
  expect(await firstPixels(parts, [stroke(12)])).toEqual(repeat([100, 12], [255, 8]))
})

test('a newer edit of the same place stops at the older one', async () => {
  const { parts } = await openClip(20)
  expect(await firstPixels(parts, [stroke(4), stroke(10, 'remove')])).toEqual(repeat([255, 5], [0, 15]))
})

test('a click changes other frames only where its answer there agrees', async () => {
  const { parts } = await openClip(20)
  const click: TimedEdit = { kind: 'click', mode: 'keep', x: 3, y: 3, atSeconds: 0.7 }
  expect(await firstPixels(parts, [click])).toEqual(repeat([255, 20]))
  const farFromClick = size.width * 10 - 1
  expect(await pixelsAt(farFromClick, parts, [click])).toEqual(repeat([100, 7], [255, 1], [100, 12]))
})

test('an edit with a chosen reach ends exactly there', async () => {
  const { parts } = await openClip(20)
  const reach = { fromSeconds: 0.3, toSeconds: 1.2 }
  expect(await firstPixels(parts, [{ ...stroke(7), reach }])).toEqual(repeat([100, 3], [255, 10], [100, 7]))
})

test('a reach beyond what the motion explains propagates the edit whole', async () => {
  const { parts } = await openClip(20, 20, 10)
  const reach = { fromSeconds: 0.5, toSeconds: 1.4 }
  const alone = await firstPixels(parts, [stroke(7)])
  expect(alone.slice(10)).toEqual(repeat([100, 10]))
  expect(await firstPixels(parts, [{ ...stroke(7), reach }])).toEqual(repeat([100, 5], [255, 10], [100, 5]))
})

test('no reach goes across a scene cut', async () => {
  const { parts } = await openClip(12)
  const reach = { fromSeconds: 0, toSeconds: 2 }
  expect(await firstPixels(parts, [{ ...stroke(7), reach }])).toEqual(repeat([255, 12], [100, 8]))
})

test('earlier propagated layers are reused', async () => {
  const { parts, edits } = await openClip(20)
  const first = await firstPixels(parts, [stroke(4)])
  await firstPixels(parts, [stroke(4), stroke(10, 'remove')])
  expect(edits()).toBe(2)
  expect(await firstPixels(parts, [stroke(4)])).toEqual(first)
  expect(edits()).toBe(2)
})

test('only chunks that an edit reaches are written', async () => {
  const { parts, layers } = await openClip(5)
  await propagateEdits(parts, { list: [stroke(2)] }, call)
  const [layer] = layers.values()
  expect(await layer?.report()).toEqual({ firstFrames: [0], bytes: 5, fromSeconds: 0, toSeconds: 0.4 })
})

test('a propagate that was cancelled is done again from its start', async () => {
  const { parts } = await openClip(20)
  const stop = new AbortController()
  const stopped = propagateEdits(
    parts,
    { list: [stroke(7)] },
    { signal: stop.signal, onProgress: () => stop.abort() },
  )
  await expect(stopped).rejects.toThrow()
  expect(await firstPixels(parts, [stroke(7)])).toEqual(repeat([255, 20]))
})

test('progress is reported while the reach of the motion is measured', async () => {
  const { parts } = await openClip(20)
  const told: { readonly ratio: number | null; readonly done: number }[] = []
  const onProgress: OnProgress = ({ ratio, frames }) => told.push({ ratio, done: frames?.done ?? -1 })
  const reach = { fromSeconds: 0.3, toSeconds: 1.2 }
  const list = [{ ...stroke(7), reach }, stroke(12)]
  await propagateEdits(parts, { list }, { ...call, onProgress })
  // Five frames after its own are looked at before the first of them is changed.
  expect(told.slice(0, 6).map(({ done }) => done)).toEqual([1, 1, 1, 1, 1, 2])
  const ratios = told.map(({ ratio }) => ratio ?? -1)
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  expect(ratios.at(-1)).toBeLessThanOrEqual(1)
})
