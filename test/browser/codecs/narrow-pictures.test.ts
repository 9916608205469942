import { expect, test } from 'vitest'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { parseImageOptions } from '#contract/image-options.ts'
import type { Raster } from '#engine/raster.ts'
import { makeCutout } from '#pipeline/make-cutout.ts'
import { planImage } from '#pipeline/plan-image.ts'
import { renderImage } from '#pipeline/render-image.ts'
import { neverAborted, readVideoFrames } from '#support/video-frames.ts'
import { writeClip } from '#support/write-clip.ts'

const sizes = [
  [1, 1],
  [1, 7],
  [7, 1],
] as const

/** An opaque red picture. */
const red = (width: number, height: number): Raster => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => [220, 30, 20, 255][i % 4] ?? 0),
})

/** The pixels that are not opaque red; in a matte, those that are not white. */
const oddPixels = ({ data }: Raster, isMatte: boolean): readonly (readonly number[])[] => {
  const wanted = isMatte ? [255, 255, 255, 255] : [220, 30, 20, 255]
  const pixels = Array.from({ length: data.length / 4 }, (_, i) => [...data.subarray(i * 4, i * 4 + 4)])
  return pixels.filter((pixel) => pixel.some((value, i) => Math.abs(value - (wanted[i] ?? 0)) > 24))
}

test.each(sizes)('a picture of %i x %i gets no foreign pixels', async (width, height) => {
  const file = await encodeImage({ kind: 'colour', raster: red(width, height), opaque: true }, 'png')
  for (const format of ['png', 'jpg', 'webp'] as const)
    for (const channels of ['rgba', 'rgb', 'alpha'] as const)
      for (const asked of [{}, { crop: 'true', width: '4', height: '4', fit: 'cover' }]) {
        const { raster, hasAlpha } = await decodeImage(file)
        const matte = { width: 8, height: 8, data: new Float32Array(64).fill(1) }
        const cutout = await makeCutout(raster, hasAlpha, matte, neverAborted)
        const plan = planImage(parseImageOptions({ format, channels, ...asked }), raster, cutout.subject)
        const { picture } = await renderImage(cutout.raster, plan, neverAborted)
        const shown = (await decodeImage(await encodeImage(picture, format))).raster
        expect(shown).toMatchObject('width' in asked ? { width: 4, height: 4 } : { width, height })
        expect([format, channels, oddPixels(shown, channels === 'alpha')]).toEqual([format, channels, []])
      }
})

test.each(sizes)('a video of %i x %i gets no foreign pixels', async (width, height) => {
  const size = { width, height }
  for (const format of ['webm', 'mov', 'gif'] as const)
    for (const hasAlpha of [true, false]) {
      const times = [0, 0.1, 0.2]
      const { blob } = await writeClip({ format, size, hasAlpha }, { times, paint: () => red(width, height) })
      const shown: Raster[] = []
      const { facts } = await readVideoFrames(blob, ({ raster }) => shown.push(raster))
      expect(facts).toMatchObject(size)
      expect(shown).toHaveLength(3)
      for (const raster of shown) expect([format, oddPixels(raster, false)]).toEqual([format, []])
    }
})
