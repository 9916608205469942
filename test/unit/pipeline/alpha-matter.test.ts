import { expect, test } from 'vitest'
import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'
import { createAlphaMatter } from '#pipeline/alpha-matter.ts'
import { matteVideo } from '#pipeline/matte-video.ts'
import { clipFacts, fakeReader, memoryChunkStore } from '#support/fake-frame-io.ts'
import { paintJumpCut } from '#support/jump-cuts.ts'
import type { PaintedFrame } from '#support/painted-room.ts'

const call = { signal: new AbortController().signal, onProgress: () => {} }

/** A frame of one grey, with this alpha. */
const plain =
  (alphaOf: (index: number) => number) =>
  (index: number, { width, height }: Size): Raster => {
    const data = new Uint8ClampedArray(width * height * 4).fill(90)
    for (let i = 3; i < data.length; i += 4) data[i] = alphaOf(index)
    return { width, height, data }
  }

const video = fakeReader(
  clipFacts({ frames: 20, fps: 10 }),
  plain(() => 255),
)

/** The alpha of each frame's matte, where the service made `facts` of the video. */
const alphasFrom = async (facts: Parameters<typeof clipFacts>[0]) => {
  const result = fakeReader(
    clipFacts({ ...facts, hasAlpha: true }),
    plain((index) => 10 * index),
  )
  const chunks = memoryChunkStore()
  const report = await matteVideo(video.reader, createAlphaMatter(result.reader), chunks, 'balanced', call)
  expect(result.stillOpen()).toBe(0)
  expect(report.frames).toBe(20)
  const read = await Promise.all((await chunks.list()).map((range) => chunks.read(range)))
  expect(read.every(({ width, height }) => width === 16 && height === 12)).toBe(true)
  return read.flatMap(({ frames }) => frames.map(({ data }) => data[50]))
}

test('mattes are the alpha of the result, frame by frame', async () => {
  expect(await alphasFrom({ width: 32, height: 24 })).toEqual(Array.from({ length: 20 }, (_, i) => 10 * i))
})

test('a result with fewer frames gives its alpha by time', async () => {
  const half = await alphasFrom({ frames: 10, fps: 5 })
  expect(half).toEqual(Array.from({ length: 20 }, (_, i) => 10 * Math.floor(i / 2)))
  // The last frame stays where the result ends early.
  expect((await alphasFrom({ frames: 18 })).slice(-3)).toEqual([170, 170, 170])
})

test('a result without any frame is refused', async () => {
  await expect(alphasFrom({ frames: 0 })).rejects.toMatchObject({ code: 'invalid_video' })
})

test('a jump of the subject is a scene cut there too', async () => {
  const { frames } = paintJumpCut({ jump: 110, at: 3, after: 2 }, 240)
  const facts = clipFacts({ width: 240, height: 160, frames: frames.length, fps: 10 })
  const paint = (index: number): Raster => (frames[index] as PaintedFrame).raster
  const cutOut = (index: number): Raster => {
    const { raster, truth } = frames[index] as PaintedFrame
    return {
      ...raster,
      data: raster.data.map((value, i) => (i % 4 === 3 ? (truth.data[i >> 2] ?? 0) : value)),
    }
  }
  const result = fakeReader({ ...facts, hasAlpha: true }, cutOut)
  const matter = createAlphaMatter(result.reader)
  const chunks = memoryChunkStore()
  const report = await matteVideo(fakeReader(facts, paint).reader, matter, chunks, 'balanced', call)
  expect(report.sceneCuts).toBe(1)
})
