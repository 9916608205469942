import { describe, expect, test } from 'vitest'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { canEncode, encodeImage } from '#codecs/image/image-writers.ts'
import type { EncoderInput } from '#engine/compose.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { paintCutOut } from '#support/painted-rasters.ts'

const cutOut = paintCutOut(600, 400)
const opaque = { ...cutOut, data: cutOut.data.map((value, i) => (i % 4 === 3 ? 255 : value)) }

const roundTrip = async (picture: EncoderInput, format: 'png' | 'jpg' | 'webp') => {
  const blob = await encodeImage(picture, format)
  return { blob, ...(await decodeImage(blob)) }
}

/** Root mean square difference of the colours of the pixels for which `counts` is true. */
const colourError = (
  a: Uint8ClampedArray,
  b: Uint8ClampedArray,
  counts: (alpha: number) => boolean,
): number => {
  let [sum, n] = [0, 0]
  for (let i = 0; i < a.length; i++) {
    if (i % 4 === 3 || !counts(a[i | 3] ?? 0)) continue
    sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2
    n++
  }
  return Math.sqrt(sum / n)
}

test('a PNG gives back every visible pixel, bit for bit', async () => {
  const { blob, raster, hasAlpha } = await roundTrip({ kind: 'colour', raster: cutOut, opaque: false }, 'png')
  expect({ type: blob.type, hasAlpha }).toEqual({ type: 'image/png', hasAlpha: true })
  expect(colourError(cutOut.data, raster.data, (alpha) => alpha > 0)).toBe(0)
  expect(raster.data.filter((_, i) => i % 4 === 3)).toEqual(cutOut.data.filter((_, i) => i % 4 === 3))
})

describe('a WebP', () => {
  test('a WebP keeps alpha exactly, and faint colours closely', async () => {
    const { blob, raster } = await roundTrip({ kind: 'colour', raster: cutOut, opaque: false }, 'webp')
    expect(blob.type).toBe('image/webp')
    expect(raster.data.filter((_, i) => i % 4 === 3)).toEqual(cutOut.data.filter((_, i) => i % 4 === 3))
    expect(colourError(cutOut.data, raster.data, (alpha) => alpha === 255)).toBeLessThan(4)
    expect(colourError(cutOut.data, raster.data, (alpha) => alpha > 0 && alpha < 32)).toBeLessThan(8)
  })

  test('keeps every visible pixel where it is lossless', async () => {
    const picture = { kind: 'colour', raster: cutOut, opaque: false } as const
    const blob = await encodeImage(picture, 'webp', { isLossless: true })
    expect(new TextDecoder('latin1').decode(await blob.arrayBuffer())).toContain('VP8L')
    const { raster } = await decodeImage(blob)
    expect(colourError(cutOut.data, raster.data, (alpha) => alpha > 0)).toBe(0)
    expect(raster.data.filter((_, i) => i % 4 === 3)).toEqual(cutOut.data.filter((_, i) => i % 4 === 3))
  })

  test('of an opaque picture has no alpha', async () => {
    const { hasAlpha, raster } = await roundTrip({ kind: 'colour', raster: opaque, opaque: true }, 'webp')
    expect(hasAlpha).toBe(false)
    expect(colourError(opaque.data, raster.data, () => true)).toBeLessThan(4)
  })

  test('of a side over 16,383 px is refused with the reason', async () => {
    const alpha = { width: 16_384, height: 1, data: new Uint8ClampedArray(16_384) }
    await expect(encodeImage({ kind: 'grey', alpha }, 'webp')).rejects.toMatchObject({
      code: 'validation_error',
      details: { format: [expect.stringContaining('16,383')] },
    })
  })

  test('is not encoded to its end after an abort', async () => {
    const controller = new AbortController()
    const picture = { kind: 'colour', raster: paintCutOut(3000, 2000), opaque: false } as const
    const encoding = encodeImage(picture, 'webp', controller)
    await turnEventLoop(5)
    controller.abort()
    await expect(encoding).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test.each([8, 10])('an AVIF of %d bits shows colours close to the picture', async (bits) => {
  const deep = {
    ...cutOut,
    channels: 4,
    data: Uint16Array.from(cutOut.data, (value) => value * 257),
  } as const
  const plain = { kind: 'colour', raster: cutOut, opaque: false } as const
  const blob = await encodeImage(bits === 10 ? deep : plain, 'avif')
  expect(blob.type).toBe('image/avif')
  const bitmap = await createImageBitmap(blob)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const read = context?.getImageData(0, 0, 600, 400).data ?? new Uint8ClampedArray()
  expect(colourError(cutOut.data, read, (alpha) => alpha === 255)).toBeLessThan(8)
})

/** Whether the browser shows JPEG XL by itself, as Chromium does since 155. */
const showsJxl = await createImageBitmap(
  await encodeImage({ kind: 'colour', raster: opaque, opaque: true }, 'jxl'),
).then(
  () => true,
  () => false,
)

test.skipIf(!showsJxl)('the browser shows a JPEG XL as it was written', async () => {
  const plain = { kind: 'colour', raster: opaque, opaque: true } as const
  for (const colorSpace of ['srgb', 'display-p3'] as const)
    for (const isLossless of [true, false]) {
      const blob = await encodeImage(plain, 'jxl', {
        colorSpace,
        isLossless,
        resolution: { x: 300, y: 300 },
      })
      expect(blob.type).toBe('image/jxl')
      const bitmap = await createImageBitmap(blob)
      const context = new OffscreenCanvas(600, 400).getContext('2d', { colorSpace })
      context?.drawImage(bitmap, 0, 0)
      const read = context?.getImageData(0, 0, 600, 400).data ?? new Uint8ClampedArray()
      const error = colourError(opaque.data, read, () => true)
      expect({ colorSpace, isLossless, error }).toSatisfy(() => error < (isLossless ? 1 : 6))
    }
})

test('a JPEG XL is not encoded to its end after an abort', async () => {
  const controller = new AbortController()
  const picture = { kind: 'colour', raster: paintCutOut(3000, 2000), opaque: false } as const
  const encoding = encodeImage(picture, 'jxl', controller)
  await turnEventLoop(5)
  controller.abort()
  await expect(encoding).rejects.toMatchObject({ name: 'AbortError' })
})

test('a JPEG is close to the picture', async () => {
  const { blob, raster } = await roundTrip({ kind: 'colour', raster: opaque, opaque: true }, 'jpg')
  expect(blob.type).toBe('image/jpeg')
  expect(colourError(opaque.data, raster.data, () => true)).toBeLessThan(4)
})

test.each(['jpg', 'webp', 'avif', 'jxl'] as const)('a %s is smaller at a lower quality', async (format) => {
  const picture = { kind: 'colour', raster: opaque, opaque: true } as const
  const [usual, low] = await Promise.all([
    encodeImage(picture, format),
    encodeImage(picture, format, { quality: 40 }),
  ])
  expect(low.size).toBeLessThan(usual.size * 0.7)
})

test('a JPEG is at most as large as the browser’s canvas', () => {
  const most = [
    [4096, 4096],
    [32_767, 3051],
    [1, 32_767],
  ] as const
  for (const [width, height] of most) expect(canEncode('jpg', { width, height })).toBe(true)
  expect(canEncode('jpg', { width: 70_000, height: 10 })).toBe(false)
  expect(canEncode('jpg', { width: 30_000, height: 30_000 })).toBe(false)
  expect(canEncode('png', { width: 70_000, height: 10 })).toBe(true)
})

test('a transparent picture does not become a JPEG by mistake (D-12)', async () => {
  await expect(encodeImage({ kind: 'colour', raster: cutOut, opaque: false }, 'jpg')).rejects.toThrow(
    TypeError,
  )
})

test.each(['png', 'jpg', 'webp'] as const)('a matte as %s shows the subject white (D-12)', async (format) => {
  const data = cutOut.data.filter((_, i) => i % 4 === 3)
  const { raster, hasAlpha } = await roundTrip({ kind: 'grey', alpha: { ...cutOut, data } }, format)
  expect(hasAlpha).toBe(false)
  const wanted = Uint8ClampedArray.from(raster.data, (_, i) => (i % 4 === 3 ? 255 : (data[i >> 2] ?? 0)))
  expect(colourError(wanted, raster.data, () => true)).toBeLessThan(format === 'png' ? 0.001 : 3)
})

test.each(['png', 'jpg', 'webp'] as const)('a %s carries no metadata (D-19)', async (format) => {
  const blob = await encodeImage({ kind: 'colour', raster: opaque, opaque: true }, format)
  const text = new TextDecoder('latin1').decode(await blob.arrayBuffer())
  expect(text).not.toMatch(/Exif\0|http:\/\/ns\.adobe\.com|8BIM|tEXt|iTXt|eXIf/)
})
