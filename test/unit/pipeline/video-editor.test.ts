import { expect, test } from 'vitest'
import { encodeImage } from '#codecs/image/image-writers.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import { noEdits } from '#contract/image-edits.ts'
import type { TimedEdit } from '#contract/video-edits.ts'
import type { MatteChunkStore } from '#pipeline/matte-chunk-store.ts'
import { createVideoEditor } from '#pipeline/video-editor.ts'
import { clipFacts, fakeReader, memoryChunkStore } from '#support/fake-frame-io.ts'
import { fakeMatter } from '#support/fake-matter.ts'

const size = { width: 96, height: 64 }
const fps = 10
const frames = 4

/** A bright square that moves to the right on a dark ground. */
const paint = (index: number) => {
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  for (let i = 0; i < size.width * size.height; i++) {
    const [x, y] = [(i % size.width) - index * 4, Math.floor(i / size.width)]
    const isSquare = x >= 30 && x < 60 && y >= 16 && y < 48
    data.set(isSquare ? [220, 40, 40, 255] : [20, 40, 60, 255], i * 4)
  }
  return { ...size, data }
}

/** A clip whose mattes have nothing in them, and how often its frames, its mattes and the network were asked for. */
const openClip = async () => {
  const counts = { reads: 0, mattes: 0, passes: 0 }
  let looks = 0
  const decoded: number[] = []
  const facts = clipFacts({ ...size, fps, frames })
  const { reader } = fakeReader(facts, (index) => {
    decoded.push(index)
    return paint(index)
  })
  const counted: FrameReader = {
    ...reader,
    read: (options) => {
      counts.reads++
      return reader.read(options)
    },
  }
  const base = memoryChunkStore()
  await base.write(0, {
    ...size,
    frames: Array.from({ length: frames }, (_, frame) => ({
      timestampSeconds: frame / fps,
      isCut: false,
      data: new Uint8Array(size.width * size.height),
    })),
  })
  const stores = new Map<string, unknown>([['tracks/clip/fast', base]])
  const editor = createVideoEditor({
    matter: async () => ({
      ...fakeMatter,
      estimateFeatures: async () => {
        counts.passes++
        return [{ width: 1, height: 1, channels: 1, data: Int8Array.of(0) }]
      },
      lookCloser: async () => {
        looks++
        return { width: 8, height: 8, data: Float32Array.from({ length: 64 }, (_, i) => Number(i % 8 < 2)) }
      },
    }),
    openReader: async () => counted,
    openStore: async <Report>(path: string) => {
      if (stores.get(path) === base) counts.mattes++
      const store = stores.get(path) ?? memoryChunkStore<Report>()
      stores.set(path, store)
      return store as MatteChunkStore<Report>
    },
    // Only browsers write JPEGs.
    encode: async (picture, format, options) =>
      format === 'jpg' ? new Blob(['jpeg']) : encodeImage(picture, format, options),
  })
  const source = { video: new Blob(), facts, mattes: 'tracks/clip/fast', level: 'fast' as const }
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  const shown = async (atSeconds: number, list: readonly TimedEdit[], wantsOriginal = false) => {
    const wanted = { atSeconds, maxPixels: size.width * size.height, wantsOriginal }
    const { cutout, ...rest } = await editor.editFrame(
      { ...source, edits: { ...noEdits, list }, ...wanted },
      call,
    )
    return { ...rest, bytes: Buffer.from(await cutout.arrayBuffer()).toString('base64') }
  }
  return {
    counts,
    decoded,
    shown,
    prepare: (atSeconds: number) => editor.prepareFrame({ ...source, edits: noEdits, atSeconds }, call),
    looks: () => looks,
    propose: (atSeconds: number, list: readonly TimedEdit[], isCloser = false) =>
      editor.proposeFrame({ ...source, edits: { ...noEdits, list }, atSeconds, isCloser }, call),
    propagate: (list: readonly TimedEdit[]) =>
      editor.propagateEdits({ ...source, edits: { ...noEdits, list } }, call),
  }
}
const click = (frame: number): TimedEdit => ({
  kind: 'click',
  mode: 'keep',
  x: 45 + frame * 4,
  y: 32,
  atSeconds: frame / fps,
})

test('a click on a prepared frame reads nothing and runs no network', async () => {
  const { counts, shown, prepare } = await openClip()
  // Between two frames the earlier one is shown.
  const seconds = 1.5 / fps
  const unedited = await shown(seconds, [], true)
  expect(unedited).toMatchObject({ atSeconds: 0.1, original: expect.any(Blob) })
  expect(counts).toEqual({ reads: 1, mattes: 1, passes: 0 })
  await prepare(seconds)
  expect(counts).toEqual({ reads: 1, mattes: 1, passes: 1 })
  const clicked = await shown(seconds, [click(1)])
  expect(clicked.original).toBeNull()
  expect(clicked.bytes).not.toBe(unedited.bytes)
  expect(counts).toEqual({ reads: 1, mattes: 1, passes: 1 })
  expect(await shown(seconds, [])).toEqual({ ...unedited, original: null })
  expect(counts).toEqual({ reads: 1, mattes: 1, passes: 1 })
})

test('a reopened frame shows the same edits', async () => {
  const { counts, shown, propagate } = await openClip()
  const clicked = await shown(0.1, [click(1)])
  await propagate([click(1)])
  const onNext = await shown(0.2, [click(1)])
  expect(onNext.atSeconds).toBe(0.2)
  const { reads } = counts
  expect(await shown(0.1, [click(1)])).toEqual(clicked)
  expect(counts.reads).toBe(reads + 1)
})

test('steps to later frames read on, and a step back reads anew', async () => {
  const { counts, shown } = await openClip()
  const forwards = [await shown(0, []), await shown(0.1, []), await shown(0.3, [])]
  expect(forwards.map(({ atSeconds }) => atSeconds)).toEqual([0, 0.1, 0.3])
  expect(counts.reads).toBe(1)
  expect(await shown(0.1, [])).toEqual(forwards[1])
  expect(counts.reads).toBe(2)
  expect(await shown(0.3, [])).toEqual(forwards[2])
  expect(counts.reads).toBe(2)
})

test('who steps from frame to frame finds the next one open', async () => {
  const { decoded, shown } = await openClip()
  await shown(0, [])
  expect(decoded).toEqual([0])
  await shown(0.1, [])
  await expect.poll(() => decoded).toEqual([0, 1, 2])
  const { atSeconds, bytes } = await shown(0.2, [])
  expect(atSeconds).toBe(0.2)
  expect(decoded.filter((index) => index === 2)).toHaveLength(1)
  const fresh = await openClip()
  expect((await fresh.shown(0.2, [])).bytes).toBe(bytes)
})

test('a cut-out of another pass is offered, taken and propagated', async () => {
  const { shown, propose, propagate } = await openClip()
  const unedited = await shown(0.1, [])
  const { atSeconds, takes, picture } = await propose(0.15, [])
  expect(atSeconds).toBe(0.1)
  expect(picture.size).toBeGreaterThan(0)
  const take = takes.slice(0, 1).map((edit) => ({ ...edit, atSeconds }))
  const taken = await shown(0.1, take)
  expect(taken.bytes).not.toBe(unedited.bytes)
  expect(await shown(0.1, [])).toEqual(unedited)
  expect(await propagate(take)).toEqual([{ atSeconds: 0.1, fromSeconds: 0, toSeconds: 0.3 }])
  expect((await shown(0.2, take)).bytes).not.toBe((await shown(0.2, [])).bytes)
  expect((await propose(0.1, take)).takes).toEqual(takes)
})

test('a closer look at a frame is taken once, and when asked', async () => {
  const { looks, propose } = await openClip()
  const { takes } = await propose(0, [])
  expect(looks()).toBe(0)
  const { takes: closer } = await propose(0, [], true)
  expect(closer.length).toBe(takes.length + 1)
  expect(await propose(0, [], true)).toMatchObject({ takes: closer })
  expect(looks()).toBe(1)
})
