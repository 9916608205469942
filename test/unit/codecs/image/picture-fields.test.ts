import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readPrintResolution } from '#codecs/image/decode-image.ts'
import { readImageHeader } from '#codecs/image/image-header.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { withFields } from '#codecs/image/jpeg/write.ts'
import { encodePsd } from '#codecs/image/psd/write.ts'
import { toResolutionExif } from '#codecs/image/resolution-exif.ts'
import { withFields as withWebpFields } from '#codecs/image/webp/write.ts'
import { ascii, uint32 } from '#support/byte-arrays.ts'
import { withRoom } from '#support/heif-room.ts'
import { box } from '#support/make-mp4.ts'
import { paintCutOut } from '#support/painted-rasters.ts'

const cutOut = paintCutOut(60, 40)
const { data, width, height } = {
  ...cutOut,
  data: cutOut.data.map((value, at) => (at % 4 === 3 ? 255 : value)),
}
const raster = { width, height, data }
const raw = () => sharp(data, { raw: { width, height, channels: 4 } })
const blobOf = (bytes: Buffer, type = '') => new Blob([new Uint8Array(bytes)], { type })
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
const resolution = { x: 300, y: 240 }

/** The pixels of a file in sRGB, by its own profile. */
const shownOf = (file: Uint8Array) => sharp(file).toColourspace('srgb').raw().toBuffer()
const mostApart = (a: Buffer, b: Buffer) =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0)

describe('the print resolution of', () => {
  test.each(['jpeg', 'png', 'webp', 'tiff', 'avif'] as const)('a %s is read', async (format) => {
    const file = await raw().withMetadata({ density: 300 }).toFormat(format).toBuffer()
    const found = await readPrintResolution(blobOf(file))
    expect([found?.x, found?.y].map((side) => Math.round(side ?? 0))).toEqual([300, 300])
  })

  test('a HEIC and a JPEG XL is read, wherever it stands', async () => {
    const heic = Uint8Array.from(await raw().withMetadata({ density: 300 }).avif().toBuffer())
    heic.set(ascii('heic'), 8)
    const exif = box('Exif', uint32(0), [...toResolutionExif({ x: 300, y: 300 })])
    const jxl = [...box('JXL ', uint32(0x0d0a870a)), ...box('jxlc', Array(100_000).fill(0)), ...exif]
    for (const file of [heic, withRoom(heic), Uint8Array.from(jxl)])
      expect(await readPrintResolution(new Blob([file]))).toEqual({ x: 300, y: 300 })
  })

  test('a JPEG with JFIF alone is read, in inches and centimetres', async () => {
    const plain = blobOf(await raw().jpeg().toBuffer())
    expect(await readPrintResolution(await withFields(plain, resolution))).toEqual(resolution)
    const inCentimetres = await bytesOf(await withFields(plain, { x: 100, y: 50 }))
    inCentimetres[13] = 2
    expect(await readPrintResolution(new Blob([inCentimetres]))).toEqual({ x: 254, y: 127 })
  })

  test('a Photoshop file is read', async () => {
    const layers = [{ name: 'Subject', raster }]
    const file = encodePsd({ merged: raster, layers }, { resolution })
    expect(await readPrintResolution(file)).toEqual(resolution)
    for (let end = 0; end < file.size; end += 97)
      expect((await readPrintResolution(file.slice(0, end)))?.x ?? null).toSatisfy(
        (x) => x === null || x === 300,
      )
  })

  test('a file without one, or cut off, is null', async () => {
    const files = await Promise.all(
      (['jpeg', 'png', 'webp', 'tiff'] as const).map((format) => raw().toFormat(format).toBuffer()),
    )
    for (const file of files)
      for (let end = 0; end < file.length; end += 7)
        expect((await readPrintResolution(blobOf(file.subarray(0, end))))?.x ?? null).toSatisfy(
          (x) => x === null || Math.abs(x - 25.4) < 0.01 || x === 72,
        )
  })
})

describe('what a result says of itself (D-19):', () => {
  test('a PNG is in sRGB and has its resolution', async () => {
    const picture = { kind: 'colour', raster, opaque: true } as const
    const file = await bytesOf(await encodeImage(picture, 'png', { resolution }))
    expect(await readPrintResolution(new Blob([file]))).toEqual({
      x: expect.closeTo(300, 1),
      y: expect.closeTo(240, 1),
    })
    const text = Buffer.from(file).toString('latin1')
    expect(text.indexOf('sRGB\0')).toBeGreaterThan(0)
    expect(text.indexOf('pHYs')).toBeLessThan(text.indexOf('IDAT'))
    expect((await sharp(file).metadata()).density).toBe(300)
  })

  test('a JPEG is in sRGB, has its resolution, and loses all else', async () => {
    const exif = { IFD0: { Copyright: 'somebody', Make: 'a camera' } }
    const browsers = await raw().jpeg().withExif(exif).withIccProfile('p3').toBuffer()
    const plain = await raw().jpeg().toBuffer()
    const file = await bytesOf(await withFields(blobOf(browsers), resolution))
    const found = await sharp(file).metadata()
    expect(found).toMatchObject({ density: 300, width, height, space: 'srgb' })
    expect([found.exif, found.xmp, found.iptc]).toEqual([undefined, undefined, undefined])
    expect(found.icc?.subarray(36, 40).toString()).toBe('acsp')
    const unmarked = await bytesOf(await withFields(blobOf(plain), null))
    expect(await readPrintResolution(new Blob([unmarked]))).toBeNull()
    expect(mostApart(await shownOf(unmarked), await sharp(plain).raw().toBuffer())).toBeLessThanOrEqual(1)
  })

  test.each([
    ['lossy', () => raw().removeAlpha().webp()],
    [
      'lossy with alpha',
      () =>
        raw()
          .composite([
            {
              input: Buffer.from([0, 0, 0, 90]),
              raw: { width: 1, height: 1, channels: 4 },
              tile: true,
              blend: 'dest-in',
            },
          ])
          .webp(),
    ],
  ])('a WebP is in sRGB: %s', async (_, make) => {
    const plain = await make().toBuffer()
    const file = await bytesOf(await withWebpFields(blobOf(plain), raster, null))
    const found = await sharp(file, { failOn: 'warning' }).metadata()
    expect(found).toMatchObject({ width, height })
    expect(found.icc?.subarray(36, 40).toString()).toBe('acsp')
    expect(new DataView(file.buffer).getUint32(4, true)).toBe(file.length - 8)
    expect(mostApart(await shownOf(file), await sharp(plain).raw().toBuffer())).toBeLessThanOrEqual(1)
  })

  test.each(['lossy', 'lossless'] as const)(
    'a %s WebP has its resolution and loses all else',
    async (how) => {
      const browsers = raw().webp({ lossless: how === 'lossless' })
      const file = await bytesOf(await withWebpFields(blobOf(await browsers.toBuffer()), raster, resolution))
      expect(await readPrintResolution(new Blob([file]))).toEqual(resolution)
      const found = await sharp(file, { failOn: 'warning' }).metadata()
      expect(found).toMatchObject({ width, height, space: 'srgb' })
      expect([found.orientation, found.xmp, found.iptc]).toEqual([undefined, undefined, undefined])
      // Fields of 12 bytes: all that the one directory holds, and it leads to no other.
      const exif = Buffer.from(found.exif ?? []).subarray(-66)
      expect(exif.subarray(0, 8).toString('latin1')).toBe('II*\0\b\0\0\0')
      const tags = Array.from({ length: exif.readUInt16LE(8) }, (_, index) =>
        exif.readUInt16LE(10 + index * 12),
      )
      expect(tags).toEqual([0x011a, 0x011b, 0x0128])
      expect(exif.readUInt32LE(46)).toBe(0)
      expect(new DataView(file.buffer).getUint32(4, true)).toBe(file.length - 8)
    },
  )
})

test.each(['lossy', 'lossless'] as const)('a %s WebP says that it has alpha', async (how) => {
  const { data } = cutOut
  const transparent = sharp(data, { raw: { width, height, channels: 4 } })
  const plain = await transparent.webp({ lossless: how === 'lossless' }).toBuffer()
  const file = await bytesOf(await withWebpFields(blobOf(plain), cutOut, null))
  expect((await sharp(file).metadata()).hasAlpha).toBe(true)
})

test.each(['png', 'webp'] as const)('XMP of a %s is not read, as by libvips', async (format) => {
  const names =
    'tiff:Orientation="6" tiff:XResolution="300/1" tiff:YResolution="300/1" tiff:ResolutionUnit="2"'
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" ${names}/></rdf:RDF></x:xmpmeta>`
  const file = await raw().withXmp(xmp).toFormat(format).toBuffer()
  const { xmp: kept, orientation, density } = await sharp(file).metadata()
  expect([kept !== undefined, orientation, density]).toEqual([true, undefined, undefined])
  expect((await readPrintResolution(blobOf(file)))?.x).not.toBe(300)
  expect(readImageHeader(file)?.orientation).toBeUndefined()
})
