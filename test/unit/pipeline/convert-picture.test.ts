import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { decodeImage } from '#codecs/image/decode-image.ts'
import type { WideImage } from '#codecs/image/image-reader.ts'
import type { encodeImage } from '#codecs/image/image-writers.ts'
import { createPictureConverter } from '#pipeline/convert-picture.ts'
import { ascii, uint32 } from '#support/byte-arrays.ts'
import { box } from '#support/make-mp4.ts'

const heads = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  avif: [0, 0, 0, 28, ...Buffer.from('ftypavif')],
  heif: [0, 0, 0, 28, ...Buffer.from('ftypheic')],
  tiff: [...Buffer.from('II*\0')],
} as const

/** A file of `bytes` bytes that looks like its kind. */
const fileOf = (kind: keyof typeof heads, bytes = 64) => {
  const data = new Uint8Array(bytes)
  data.set(heads[kind])
  return new Blob([data])
}

type Opened = Partial<Awaited<ReturnType<typeof decodeImage>>> & {
  readonly wide?: WideImage | 'madeSrgb' | null
}

/** A converter whose decoder opens a picture of this size, and whose encoder writes `bytesPerPixel` of each format. */
const converter = (
  width: number,
  height: number,
  bytesPerPixel: Readonly<Record<string, number>>,
  { wide = null, ...opened }: Opened = {},
) => {
  const written: string[] = []
  const raster = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  const encode: typeof encodeImage = async (picture, format, { colorSpace } = {}) => {
    if (!('raster' in picture)) throw new Error('it has colours')
    const { width: w, height: h } = picture.raster
    written.push(`${colorSpace} ${format} ${w}x${h}`)
    return new Blob([new Uint8Array(Math.min(50e6, Math.round(w * h * (bytesPerPixel[format] ?? 1))))])
  }
  const convert = createPictureConverter({
    decodeImage: async () => ({
      raster,
      hasAlpha: true,
      fileSize: { width, height },
      ...opened,
    }),
    decodeInDisplayP3: async () => wide,
    encodeImage: encode,
  })
  return {
    written,
    convert: (image: Blob, signal = new AbortController().signal) => convert({ image }, { signal }),
  }
}

const jpegOf = async (width: number, height: number) =>
  Uint8Array.from(
    await sharp({ create: { width, height, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer(),
  )

test('a picture that services accept stays as it is', async () => {
  const image = new Blob([await jpegOf(40, 30)])
  const { convert, written } = converter(1, 1, {})
  const size = { width: 40, height: 30 }
  const { file, ...facts } = await convert(image)
  expect(await file.bytes()).toEqual(await image.bytes())
  expect(facts).toMatchObject({ size, before: { size, bytes: image.size }, isWritten: false })
  expect(written).toEqual([])
})

test('the preview in a raw photo stays as it is', async () => {
  const jpeg = await jpegOf(80, 60)
  const raf = new Uint8Array(200 + jpeg.length)
  raf.set(ascii('FUJIFILMCCD-RAW '))
  raf.set(jpeg, 200)
  new DataView(raf.buffer).setUint32(84, 200)
  new DataView(raf.buffer).setUint32(88, jpeg.length)
  const { file, ...facts } = await converter(1, 1, {}).convert(new Blob([raf]))
  expect(await file.bytes()).toEqual(jpeg)
  expect(facts).toMatchObject({ before: { size: { width: 80, height: 60 } }, isWritten: false })
})

test('an AVIF becomes a PNG of the same size', async () => {
  const { convert, written } = converter(40, 30, { png: 4 })
  const before = { size: { width: 40, height: 30 }, bytes: 64 }
  expect(await convert(fileOf('avif'))).toMatchObject({ size: before.size, before, isWritten: true })
  expect(written).toEqual(['srgb png 40x30'])
})

test('a HEIC becomes a JPEG, with colours that sRGB lacks', async () => {
  const plain = converter(4, 3, {}, { hasAlpha: false })
  await plain.convert(fileOf('heif'))
  const data = new Uint8ClampedArray(4 * 3 * 4).map((_, at) => (at % 4 === 0 || at % 4 === 3 ? 255 : 0))
  const raster = { width: 4, height: 3, data }
  const wide = { raster, hasAlpha: false, exceedsDisplayP3: false }
  const red = converter(4, 3, {}, { hasAlpha: false, wide })
  await red.convert(fileOf('heif'))
  expect([plain.written, red.written]).toEqual([['srgb jpg 4x3'], ['display-p3 jpg 4x3']])
})

test("the answer states the browser's conversion of colours", async () => {
  const { convert } = converter(4, 3, {}, { wide: 'madeSrgb' })
  expect(await convert(fileOf('tiff'))).toMatchObject({ isMadeSrgb: true, leftOut: [] })
})

test('an opaque TIFF becomes a PNG, or a JPEG if large', async () => {
  const converted = async (width: number, height: number, bytesPerPixel: number) => {
    const given = { png: bytesPerPixel, jpg: 0.3 }
    const { convert, written } = converter(width, height, given, { hasAlpha: false })
    await convert(fileOf('tiff'))
    return written
  }
  expect(await converted(400, 300, 150)).toEqual(['srgb png 400x300'])
  expect(await converted(400, 300, 200)).toEqual(['srgb png 400x300', 'srgb jpg 400x300'])
  expect(await converted(6000, 2100, 1)).toEqual(['srgb jpg 6000x2100'])
})

test('a picture of more than 20 MB is written again (D-5)', async () => {
  const { convert, written } = converter(500, 400, { jpg: 50 }, { hasAlpha: false })
  const { file, before } = await convert(fileOf('jpeg', 20_000_001))
  expect(written).toEqual(['srgb jpg 500x400'])
  expect([before.bytes, file.size]).toEqual([20_000_001, 10_000_000])
})

test('a picture that stays too large loses pixels until it fits', async () => {
  const { convert, written } = converter(800, 600, { webp: 100 })
  const { file, size } = await convert(fileOf('tiff', 30_000_000))
  expect(file.size).toBeLessThanOrEqual(20_000_000)
  expect(written).toEqual(['srgb webp 800x600', 'srgb webp 490x367'])
  expect(size).toEqual({ width: 490, height: 367 })
})

test('a picture that cannot be made small enough is refused', async () => {
  const { convert, written } = converter(10, 10, { png: 3e5, webp: 1e9 })
  await expect(convert(fileOf('tiff'))).rejects.toMatchObject({ code: 'image_too_large' })
  expect(written.length).toBeLessThan(9)
})

test('an abort stops the work between two encodings', async () => {
  const abort = new AbortController()
  const { convert, written } = converter(10, 10, {})
  abort.abort()
  await expect(convert(fileOf('heif'), abort.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(written).toEqual([])
})

test('a PNG of too many pixels is encoded again', async () => {
  const sides = box('IHDR', uint32(40_000), uint32(30_000), uint32(0), uint32(0), uint32(0))
  const png = new Blob([Uint8Array.from([0x89, ...ascii('PNG\r\n\x1a\n'), ...sides])])
  const { convert } = converter(40, 30, {}, { fileSize: { width: 40_000, height: 30_000 } })
  expect(await convert(png)).toMatchObject({ isWritten: true, before: { size: { width: 40_000 } } })
})
