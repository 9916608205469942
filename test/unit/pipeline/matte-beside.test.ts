import { expect, test } from 'vitest'
import { type Composition, noComposition } from '#contract/composition.ts'
import { parseVideoOptions, type VideoForm } from '#contract/video-options.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { planComposedClip } from '#pipeline/plan-composed-clip.ts'
import { planVideo } from '#pipeline/plan-video.ts'
import { renderVideo } from '#pipeline/render-video.ts'
import { clipFacts, fakeReader, fakeWriter } from '#support/fake-frame-io.ts'

const facts = clipFacts({ width: 41, height: 30, frames: 3, fps: 10 })
const green = [30, 160, 60, 255]
const red = [220, 20, 20, 255]

/** A red square of 10 pixels on green, which moves 5 pixels to the right with each frame. */
const isSubject = (frame: number, i: number) => {
  const [x, y] = [i % facts.width, Math.floor(i / facts.width)]
  return x >= 10 + 5 * frame && x < 20 + 5 * frame && y >= 10 && y < 20
}

const paint = (frame: number): Raster => {
  const data = new Uint8ClampedArray(facts.width * facts.height * 4)
  for (let i = 0; i < data.length / 4; i++) data.set(isSubject(frame, i) ? red : green, i * 4)
  return { width: facts.width, height: facts.height, data }
}

async function* squares(): AsyncGenerator<AlphaMaskF32, void, void> {
  const { width, height } = facts
  for (let frame = 0; frame < facts.frames; frame++)
    yield {
      width,
      height,
      data: Float32Array.from({ length: width * height }, (_, i) => +isSubject(frame, i)),
    }
}

/** Both files of a clip: the frames of the MP4, and those of its matte. */
const render = async (form: VideoForm = {}, part: Partial<Composition> | null = null, matteFails = false) => {
  const composition = part && { ...noComposition, ...part }
  const composed = composition ? { composition, sources: { photo: null, picture: null } } : undefined
  const options = parseVideoOptions({ format: 'mp4', ...form })
  const request = { options, facts, ...(composition && { parts: { composition } }) }
  const { plan, composer, beside } = await planComposedClip(planVideo, request, composed, async () => null)
  const [result, matte] = [fakeWriter(), fakeWriter()]
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  const { reader } = fakeReader(facts, paint)
  const full = async () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  const writer = matteFails ? { ...matte.writer, write: full } : matte.writer
  const done = renderVideo(reader, squares(), plan, result.writer, call, composer, { ...beside, writer })
  return { done: await done.catch((thrown: unknown) => thrown), result, matte }
}

const at = (raster: Raster | undefined, x: number, y: number) =>
  [...(raster?.data ?? [])].slice((y * (raster?.width ?? 0) + x) * 4, (y * (raster?.width ?? 0) + x) * 4 + 4)

test('both files have the same size, frames and times', async () => {
  const { result, matte } = await render()
  const times = (frames: typeof matte.frames) =>
    frames.map(({ raster, timestampSeconds, durationSeconds }) => [
      raster.width,
      raster.height,
      timestampSeconds,
      durationSeconds,
    ])
  expect(times(matte.frames)).toEqual(times(result.frames))
  expect(matte.frames).toHaveLength(3)
  // H.264 takes even sides (D-35).
  expect(matte.frames[0]?.raster).toMatchObject({ width: 40, height: 30 })
  expect([result.state.finished, matte.state.finished]).toEqual([true, true])
})

test('without a ground the MP4 shows the picture, the matte its subject', async () => {
  const { result, matte } = await render()
  for (const [index, { raster }] of matte.frames.entries()) {
    expect(at(raster, 15 + 5 * index, 15)).toEqual([255, 255, 255, 255])
    expect(at(raster, 2, 2)).toEqual([0, 0, 0, 255])
    expect(at(result.frames[index]?.raster, 15 + 5 * index, 15)).toEqual(red)
    expect(at(result.frames[index]?.raster, 2, 2)).toEqual(green)
    expect(result.frames[index]?.raster.data.filter((value, i) => i % 4 === 3 && value !== 255)).toHaveLength(
      0,
    )
  }
})

test('a chosen colour stays, and the matte is that of the subject', async () => {
  const { result, matte } = await render({ bg_color: 'blue' })
  expect(at(result.frames[0]?.raster, 2, 2)).toEqual([0, 0, 255, 255])
  expect(at(matte.frames[0]?.raster, 2, 2)).toEqual([0, 0, 0, 255])
  expect(at(matte.frames[0]?.raster, 15, 15)).toEqual([255, 255, 255, 255])
})

test('a matte knows where the subject was moved, not the background', async () => {
  const background = { kind: 'original', blur: 0.1, saturation: 1 } as const
  const placement = { x: 0.25, y: 0, scale: 1, rotation: 0, flip: false }
  const { result, matte } = await render({}, { background, placement })
  const [shown, white] = [result.frames[0]?.raster, matte.frames[0]?.raster]
  expect(at(shown, 25, 15)[0]).toBeGreaterThan(200)
  expect(at(white, 25, 15)).toEqual([255, 255, 255, 255])
  expect(at(white, 12, 15)).toEqual([0, 0, 0, 255])
})

test('a matte that cannot be written ends both files', async () => {
  const { done, result, matte } = await render({}, null, true)
  expect(done).toMatchObject({ name: 'QuotaExceededError' })
  expect([result.state, matte.state]).toEqual(Array(2).fill({ finished: false, aborted: true }))
})
