import { expect, test } from 'vitest'
import { parseVideoOptions, type VideoForm } from '#contract/video-options.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { planVideo } from '#pipeline/plan-video.ts'
import { renderVideo } from '#pipeline/render-video.ts'
import { clipFacts, fakeReader, fakeWriter } from '#support/fake-frame-io.ts'

const facts = clipFacts({ width: 17, height: 12, frames: 6, fps: 10 })

/** A red left half on a blue right half. */
const paint = (_: number, { width, height }: { width: number; height: number }) => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++)
    data.set(i % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255], i * 4)
  return { width, height, data }
}

async function* leftHalf(frames = facts.frames): AsyncGenerator<AlphaMaskF32, void, void> {
  for (let index = 0; index < frames; index++) yield { width: 2, height: 1, data: Float32Array.of(1, 0) }
}

const call = (signal = new AbortController().signal) => ({ signal, onProgress: () => {} })

const render = async (form: VideoForm, mattes = leftHalf(), signal?: AbortSignal, of = facts) => {
  const plan = planVideo(parseVideoOptions(form), of)
  const { reader, stillOpen } = fakeReader(of, paint)
  const out = fakeWriter()
  const report = renderVideo(reader, mattes, plan, out.writer, call(signal))
  return { report: await report.catch((cause: unknown) => cause), ...out, stillOpen }
}

const pixel = ({ data, width }: { data: Uint8ClampedArray; width: number }, x: number, y = 6) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

test('every frame is cut out and keeps its own time', async () => {
  const { report, frames, state } = await render({ format: 'webm' })
  expect(report).toMatchObject({ width: 17, height: 12, frames: 6, bytes: 600 })
  expect(state).toEqual({ finished: true, aborted: false })
  expect(frames.map(({ timestampSeconds }) => timestampSeconds)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5])
  for (const { raster } of frames) {
    expect(pixel(raster, 1)).toEqual([255, 0, 0, 255])
    expect(pixel(raster, 15)).toEqual([0, 0, 0, 0])
  }
})

test('an MP4 has even sides and the chosen background colour (D-31, D-35)', async () => {
  const { frames } = await render({ format: 'mp4', bg_color: 'lime' })
  expect(frames[0]?.raster).toMatchObject({ width: 16, height: 12 })
  expect(pixel(frames[0]?.raster ?? paint(0, facts), 1)).toEqual([255, 0, 0, 255])
  expect(pixel(frames[0]?.raster ?? paint(0, facts), 14)).toEqual([0, 255, 0, 255])
})

test.each([
  [1, 5],
  [5, 1],
  [1, 1],
])('an MP4 of %i x %i has no empty pixels (D-35)', async (width, height) => {
  async function* everything() {
    for (let index = 0; index < facts.frames; index++)
      yield { width: 1, height: 1, data: Float32Array.of(1) } satisfies AlphaMaskF32
  }
  const of = { ...facts, width, height }
  const { frames, report } = await render({ format: 'mp4', bg_color: 'lime' }, everything(), undefined, of)
  const size = { width: Math.max(2, width & ~1), height: Math.max(2, height & ~1) }
  expect(report).toMatchObject(size)
  const { raster } = frames[0] ?? { raster: paint(0, of) }
  expect(raster).toMatchObject(size)
  const isLeft = (x: number) => width === 1 || x < width / 2
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++)
      expect(pixel(raster, x, y)).toEqual(isLeft(x) ? [255, 0, 0, 255] : [0, 0, 255, 255])
})

test('a matte is grey and opaque, with a white subject (D-34)', async () => {
  const { frames } = await render({ channels: 'alpha' })
  expect(pixel(frames[0]?.raster ?? paint(0, facts), 1)).toEqual([255, 255, 255, 255])
  expect(pixel(frames[0]?.raster ?? paint(0, facts), 15)).toEqual([0, 0, 0, 255])
})

test('a failure aborts the writer and closes both readers', async () => {
  const { report, state, stillOpen } = await render({}, leftHalf(4))
  expect(report).toMatchObject({ code: 'internal_server_error' })
  expect(state).toEqual({ finished: false, aborted: true })
  expect(stillOpen()).toBe(0)
})

test('cancelling aborts the writer and closes both readers', async () => {
  const stop = new AbortController()
  async function* stopping() {
    yield* leftHalf(2)
    stop.abort()
    yield* leftHalf(4)
  }
  const { report, state, frames } = await render({}, stopping(), stop.signal)
  expect(report).toMatchObject({ name: 'AbortError' })
  expect(state).toEqual({ finished: false, aborted: true })
  expect(frames).toHaveLength(2)
})

test('frames have alpha in floats where that is wanted, at their size', async () => {
  const plan = { ...planVideo(parseVideoOptions({ format: 'mp4' }), facts), hasFineAlpha: true }
  const out = fakeWriter()
  async function* soft() {
    for (let index = 0; index < facts.frames; index++)
      yield { width: 3, height: 1, data: Float32Array.of(1, 0.4999, 0) }
  }
  const grey = (_: number, { width, height }: { width: number; height: number }) => ({
    width,
    height,
    data: new Uint8ClampedArray(width * height * 4).fill(128),
  })
  await renderVideo(fakeReader(facts, grey).reader, soft(), plan, out.writer, call())
  const fine = out.frames[0]?.fineAlpha
  expect(fine).toMatchObject({ width: 16, height: 12 })
  expect([fine?.data.length, fine?.data[0]]).toEqual([192, 1])
  const between = [...(fine?.data ?? [])].filter((value) => !Number.isInteger(Math.fround(value * 255)))
  expect(between.length).toBeGreaterThan(0)
  const transparent = fakeWriter()
  const { reader } = fakeReader({ ...facts, hasAlpha: true }, grey)
  await renderVideo(reader, soft(), plan, transparent.writer, call())
  expect(Math.max(...(transparent.frames[0]?.fineAlpha?.data ?? []))).toBeCloseTo(128 / 255, 5)
  const { frames } = await render({ format: 'mp4' })
  expect([frames[0]?.fineAlpha, frames[0]?.fineColors]).toEqual([undefined, undefined])
})

test('fine colours are those of the part that is shown', async () => {
  const plan = { ...planVideo(parseVideoOptions({ format: 'mp4' }), facts), window: { x: 1, y: 2, ...facts } }
  const size = { width: facts.width, height: facts.height }
  const data = Uint16Array.from({ length: 17 * 12 * 3 }, (_, at) => at)
  const { reader } = fakeReader(facts, paint)
  const deep = {
    ...reader,
    read: async function* (options: Parameters<typeof reader.read>[0]) {
      for await (const frame of reader.read(options))
        yield { ...frame, fineColors: { ...size, channels: 3 as const, data } }
    },
  }
  const out = fakeWriter()
  await renderVideo(deep, leftHalf(), { ...plan, size: { width: 4, height: 3 } }, out.writer, call())
  const fine = out.frames[0]?.fineColors
  expect(fine).toMatchObject({ width: 4, height: 3 })
  expect([...(fine?.data.subarray(0, 3) ?? [])]).toEqual([105, 106, 107])
})
