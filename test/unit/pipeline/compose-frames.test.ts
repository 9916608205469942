import { expect, test } from 'vitest'
import { toFractions } from '#base/geometry.ts'
import { type Composition, noComposition } from '#contract/composition.ts'
import { parseVideoOptions, type VideoForm } from '#contract/video-options.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { Composed } from '#pipeline/background-sources.ts'
import { planComposedClip } from '#pipeline/plan-composed-clip.ts'
import { planFrames, planVideo } from '#pipeline/plan-video.ts'
import { renderVideo } from '#pipeline/render-video.ts'
import { clipFacts, fakeReader, fakeWriter } from '#support/fake-frame-io.ts'

const [width, height] = [120, 80]
const facts = clipFacts({ width, height, frames: 3, fps: 10 })
const green = [30, 160, 60, 255]

const isSubject = (frame: number, i: number) =>
  Math.hypot((i % width) - 40 - 10 * frame, Math.floor(i / width) - 40) < 16

const isShadow = (frame: number, i: number) =>
  Math.hypot(((i % width) - 40 - 10 * frame) / 14, (Math.floor(i / width) - 58) / 7) < 1

/** A red disc on green, which moves 10 pixels to the right with each frame, and a shadow below it. */
const paint = (frame: number): Raster => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++)
    data.set(isSubject(frame, i) ? [220, 20, 20, 255] : isShadow(frame, i) ? [18, 96, 36, 255] : green, i * 4)
  return { width, height, data }
}

/** The box around the disc in all three frames. */
const allDiscs = { x: 24, y: 24, width: 52, height: 32 }

async function* discs(): AsyncGenerator<AlphaMaskF32, void, void> {
  for (let frame = 0; frame < facts.frames; frame++)
    yield {
      width,
      height,
      data: Float32Array.from({ length: width * height }, (_, i) => Number(isSubject(frame, i))),
    }
}

const render = async (
  part: Partial<Composition> | null,
  form: VideoForm = {},
  picture: Raster | null = null,
) => {
  const composed: Composed | undefined = part
    ? { composition: { ...noComposition, ...part }, sources: { photo: null, picture } }
    : undefined
  const options = parseVideoOptions(form)
  const { plan, composer } = await planComposedClip(
    planVideo,
    { options, facts, ...(composed && { parts: { composition: composed.composition } }) },
    composed,
    async () => toFractions(allDiscs, facts),
  )
  const { writer, frames } = fakeWriter()
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  await renderVideo(
    fakeReader(facts, (index, size) => resizeRaster(paint(index), size)).reader,
    discs(),
    plan,
    writer,
    call,
    composer,
  )
  return { plan, frames: frames.map(({ raster }) => raster) }
}

const at = (raster: Raster | undefined, x: number, y: number) => {
  const start = (y * (raster?.width ?? 0) + x) * 4
  return [...(raster?.data.subarray(start, start + 4) ?? [])]
}

const gradient = {
  kind: 'gradient',
  shape: 'linear',
  angle: 90,
  stops: [
    { color: '#000000', at: 0 },
    { color: '#0000ff', at: 1 },
  ],
} as const
const shadow = { angle: 180, distance: 0.25, softness: 0, opacity: 0.5, color: '#000000' } as const

test('an empty composition leaves every frame as it is', async () => {
  const before = await render(null)
  expect((await render({})).frames).toEqual(before.frames)
  const mask = await render(null, { channels: 'alpha' })
  expect((await render({ background: gradient, shadow }, { channels: 'alpha' })).frames).toEqual(mask.frames)
})

test('a gradient fills every frame behind the subject, without an alpha track', async () => {
  const { plan, frames } = await render({ background: gradient })
  expect(plan.hasAlpha).toBe(false)
  expect(frames).toHaveLength(3)
  for (const [index, frame] of frames.entries()) {
    expect(at(frame, 40 + 10 * index, 40)).toEqual([220, 20, 20, 255])
    expect(at(frame, 0, 5)[2]).toBeLessThan(4)
    expect(at(frame, 119, 5)[2]).toBeGreaterThan(251)
  }
})

test('the blurred original has no halo of the subject of its frame', async () => {
  const { frames } = await render({ background: { kind: 'original', blur: 0.06, saturation: 1 } })
  for (const [index, frame] of frames.entries()) {
    expect(at(frame, 40 + 10 * index, 40)).toEqual([220, 20, 20, 255])
    for (const x of [40 + 10 * index - 19, 40 + 10 * index + 19]) expect(at(frame, x, 40)).toEqual(green)
  }
})

test('shadow and outline follow the subject from frame to frame', async () => {
  const { plan, frames } = await render({ shadow, outline: { width: 0.05, color: '#ffff00' } })
  expect(plan.hasAlpha).toBe(true)
  for (const [index, frame] of frames.entries()) {
    const x = 40 + 10 * index
    expect(at(frame, x, 21)).toEqual([255, 255, 0, 255])
    expect(at(frame, x, 15)).toEqual([0, 0, 0, 0])
    const [r, g, b, alpha = 0] = at(frame, x, 70)
    expect([r, g, b]).toEqual([0, 0, 0])
    expect(Math.abs(alpha - 128)).toBeLessThan(3)
  }
})

test('only a picture that covers the frame drops the alpha track', async () => {
  const blue = (alpha: number): Raster => ({
    width: 8,
    height: 8,
    data: new Uint8ClampedArray(256).map((_, i) => [16, 48, 240, alpha][i % 4] ?? 0),
  })
  const opaque = await render({ background: { kind: 'picture', fit: 'cover' } }, {}, blue(255))
  expect(opaque.plan.hasAlpha).toBe(false)
  expect(at(opaque.frames[2], 3, 3)).toEqual([16, 48, 240, 255])
  expect((await render({ background: { kind: 'picture', fit: 'cover' } }, {}, blue(100))).plan.hasAlpha).toBe(
    true,
  )
  const contained = await render({ background: { kind: 'picture', fit: 'contain' } }, {}, blue(255))
  expect(at(contained.frames[0], 3, 3)).toEqual([0, 0, 0, 0])
  const missing = await render({ background: { kind: 'picture', fit: 'cover' } })
  expect(missing.frames).toEqual((await render(null)).frames)
})

test('PNG frames of an MP4 are opaque where the background is', () => {
  const options = parseVideoOptions({ format: 'mp4' })
  expect(planFrames(options, facts).hasAlpha).toBe(true)
  expect(planFrames(options, facts, { isCovered: true }).hasAlpha).toBe(false)
})

test('all frames place the subject alike', async () => {
  const placement = { x: 0, y: 0, scale: 1, rotation: 0, flip: true }
  const { frames } = await render({ placement })
  for (const [index, frame] of frames.entries()) {
    expect(at(frame, 119 - 40 - 10 * index, 40)).toEqual([220, 20, 20, 255])
    expect(at(frame, 40, 10)).toEqual([0, 0, 0, 0])
  }
  const same = await render({ placement: { ...placement, flip: false } })
  expect(same.frames).toEqual((await render(null)).frames)
})

test('the contact shadow of each frame goes with the subject', async () => {
  const { frames } = await render({ contactShadow: { opacity: 1 } })
  for (const [frame, raster] of frames.entries()) {
    expect(at(raster, 40 + 10 * frame, 61)[3]).toBeGreaterThan(0.25 * 255)
    expect(at(raster, 40 + 10 * frame, 40)).toEqual([220, 20, 20, 255])
    expect(at(raster, 5, 61)[3]).toBe(0)
  }
})

test('a canvas lies still around all places of the subject', async () => {
  const canvas = { ratio: '1:1', fill: 0.8 } as const
  const original = { kind: 'original', blur: 0.06, saturation: 1 } as const
  for (const format of ['webm', 'mov', 'gif', 'mp4'] as const) {
    const { plan, frames } = await render({ canvas }, { format, bg_color: '#0000ff' })
    // 52 pixels are 80 % of 65; an MP4 has even sides.
    const side = format === 'mp4' ? 64 : 65
    expect(plan.size).toEqual({ width: side, height: side })
    for (const [index, frame] of frames.entries()) {
      expect([frame.width, frame.height]).toEqual([side, side])
      expect(at(frame, 40 - 17 + 10 * index, 40 - 7)).toEqual([220, 20, 20, 255])
      expect(at(frame, 2, 33)).toEqual([0, 0, 255, 255])
      expect(at(frame, 62, 33)).toEqual([0, 0, 255, 255])
    }
  }
  const { frames } = await render({ canvas: { ratio: '9:16', fill: 0.5 }, background: original })
  // The canvas reaches past the frame, where the clip's own background goes on.
  expect(frames[0]?.height).toBeGreaterThan(height)
  expect(at(frames[0], 3, 3)).toEqual(green)
})

test('on a canvas the subject turns about the middle of its places', async () => {
  const canvas = { ratio: '1:1', fill: 0.8 } as const
  const placement = { x: 0, y: 0, scale: 1, rotation: 0, flip: true }
  const { frames } = await render({ canvas, placement })
  for (const [index, frame] of frames.entries())
    expect(at(frame, 64 - (40 - 17 + 10 * index), 33)).toEqual([220, 20, 20, 255])
})
