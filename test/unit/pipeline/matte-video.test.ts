import { expect, test } from 'vitest'
import type { MattingCall } from '#matting/matting-call.ts'
import type { VideoMatter } from '#matting/video-matter.ts'
import { followMattes } from '#pipeline/follow-mattes.ts'
import { matteVideo } from '#pipeline/matte-video.ts'
import { clipFacts, fakeReader, memoryChunkStore } from '#support/fake-frame-io.ts'

const grey = (value: number, { width, height }: { width: number; height: number }) => ({
  width,
  height,
  data: new Uint8ClampedArray(width * height * 4).fill(value),
})

/** Gives each frame a matte of its own grey level, two frames late; `cuts` are the first frames of scenes. */
const lateMatter = (cuts: readonly number[] = [], seen: number[] = []): VideoMatter => ({
  load: async () => {},
  async *estimate(frames) {
    const waiting: number[] = []
    let size = { width: 0, height: 0 }
    const matteOf = (value: number) => ({
      matte: { ...size, data: new Uint8ClampedArray(size.width * size.height).fill(value) },
      isKey: false,
      isCut: cuts.includes(value),
    })
    for await (const { raster } of frames) {
      size = { width: raster.width, height: raster.height }
      const value = raster.data[0] ?? 0
      seen.push(value)
      waiting.push(value)
      if (waiting.length > 2) yield matteOf(waiting.shift() ?? 0)
    }
    for (const value of waiting) yield matteOf(value)
  },
})

const call = (onProgress: MattingCall['onProgress'] = () => {}, signal = new AbortController().signal) => ({
  signal,
  onProgress,
})
const facts = clipFacts({ frames: 25, fps: 10 })

test('mattes are stored in chunks of a second, with a report', async () => {
  const chunks = memoryChunkStore()
  const { reader, stillOpen } = fakeReader(facts, grey)
  const report = await matteVideo(reader, lateMatter([0, 12]), chunks, 'balanced', call())
  expect(report).toMatchObject({ frames: 25, sceneCuts: 2 })
  expect(chunks.names()).toEqual([
    '000000-000009-0-900000.mattes',
    '000010-000019-1000000-1900000.mattes',
    '000020-000024-2000000-2400000.mattes',
  ])
  expect(stillOpen()).toBe(0)
  const values: number[] = []
  for await (const { data } of followMattes(chunks, call().signal))
    values.push(Math.round((data[0] ?? 0) * 255))
  expect(values).toEqual(Array.from({ length: 25 }, (_, index) => index))
})

test('mattes from before an interruption are not estimated again (D-40)', async () => {
  const chunks = memoryChunkStore()
  const stop = new AbortController()
  const first = matteVideo(
    fakeReader(facts, grey).reader,
    lateMatter([3]),
    chunks,
    'fast',
    call(({ frames }) => frames?.done === 14 && stop.abort(), stop.signal),
  )
  await expect(first).rejects.toThrow('abort')
  expect(chunks.names()).toEqual(['000000-000009-0-900000.mattes'])

  const seen: number[] = []
  const report = await matteVideo(
    fakeReader(facts, grey).reader,
    lateMatter([12], seen),
    chunks,
    'fast',
    call(),
  )
  expect(seen[0]).toBe(10)
  expect(report).toMatchObject({ frames: 25, sceneCuts: 2 })

  const again = await matteVideo(fakeReader(facts, grey).reader, lateMatter([], seen), chunks, 'fast', call())
  expect(again).toEqual(report)
  expect(seen).toHaveLength(15)
})

test('progress counts frames', async () => {
  const told: { done: number; total: number }[] = []
  const onProgress: MattingCall['onProgress'] = ({ frames }) => frames && told.push(frames)
  await matteVideo(fakeReader(facts, grey).reader, lateMatter(), memoryChunkStore(), 'fast', call(onProgress))
  expect(told.map(({ done }) => done)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
})

test('a video without a frame is invalid_video', async () => {
  const { reader } = fakeReader(clipFacts({ frames: 0 }), grey)
  await expect(matteVideo(reader, lateMatter(), memoryChunkStore(), 'fast', call())).rejects.toMatchObject({
    code: 'invalid_video',
  })
})

test('following mattes waits for missing chunks and stops on abort', async () => {
  const chunks = memoryChunkStore()
  const stop = new AbortController()
  const mattes = followMattes(chunks, stop.signal)
  const first = mattes.next()
  await chunks.write(0, {
    width: 1,
    height: 1,
    frames: [{ timestampSeconds: 0, isCut: false, data: Uint8Array.of(51) }],
  })
  expect((await first).value?.data[0]).toBeCloseTo(0.2)
  const second = mattes.next()
  stop.abort()
  await expect(second).rejects.toThrow('abort')
})

test('an unreadable chunk and all after it are estimated again', async () => {
  const chunks = memoryChunkStore()
  const estimate = (seen: number[]) =>
    matteVideo(fakeReader(facts, grey).reader, lateMatter([12], seen), chunks, 'fast', call())
  const before = await estimate([])
  const names = chunks.names()

  chunks.damage(10)
  await expect(drained(followMattes(chunks, call().signal))).rejects.toMatchObject({ reason: 'mattes_lost' })
  const seen: number[] = []
  expect(await estimate(seen)).toMatchObject({ frames: 25, sceneCuts: before.sceneCuts })
  expect(seen[0]).toBe(10)
  expect(chunks.names().toSorted()).toEqual(names)
  expect(await drained(followMattes(chunks, call().signal))).toBe(25)
})

test('matting an unfinished video finds a damaged chunk', async () => {
  const chunks = memoryChunkStore()
  await matteVideo(fakeReader(facts, grey).reader, lateMatter(), chunks, 'fast', call())
  await chunks.discard(null)
  chunks.damage(0)
  const seen: number[] = []
  await matteVideo(fakeReader(facts, grey).reader, lateMatter([], seen), chunks, 'fast', call())
  expect(seen).toHaveLength(25)
})

test('following a finished video with a missing chunk rejects', async () => {
  const chunks = memoryChunkStore()
  const report = await matteVideo(fakeReader(facts, grey).reader, lateMatter(), chunks, 'fast', call())
  const [, second] = await chunks.list()
  await chunks.discard(second ?? null)
  await chunks.finish(report)
  await expect(drained(followMattes(chunks, call().signal))).rejects.toMatchObject({ reason: 'mattes_lost' })
  expect(await chunks.report()).toBeNull()
})

const drained = async (mattes: AsyncIterable<unknown>): Promise<number> => {
  let count = 0
  for await (const _ of mattes) count++
  return count
}

/** A matter that counts frames in the state of the scene. */
const countingMatter = (from: (number | undefined)[]): VideoMatter => ({
  load: async () => {},
  async *estimate(frames, _level, _call, sceneState) {
    from.push(sceneState)
    let state = sceneState ?? 0
    for await (const { raster } of frames) {
      const { width, height } = raster
      const matte = { width, height, data: new Uint8ClampedArray(width * height) }
      yield { matte, isKey: true, isCut: false, sceneState: ++state }
    }
  },
})

test('a job goes on with the state of its scene', async () => {
  const chunks = memoryChunkStore()
  const stopAt = async (matter: VideoMatter, frame: number) => {
    const stop = new AbortController()
    const progress = call(({ frames }) => frames?.done === frame && stop.abort(), stop.signal)
    await expect(
      matteVideo(fakeReader(facts, grey).reader, matter, chunks, 'balanced', progress),
    ).rejects.toThrow('abort')
  }
  const from: (number | undefined)[] = []
  await stopAt(countingMatter(from), 14)
  await matteVideo(fakeReader(facts, grey).reader, countingMatter(from), chunks, 'balanced', call())
  expect(from).toEqual([undefined, 10])
  const [, , last] = await chunks.list()
  expect(last && (await chunks.read(last)).frames.at(-1)?.sceneState).toBe(25)
})
