import { readFile } from 'node:fs/promises'
import createEncoder from '@jsquash/avif/codec/enc/avif_enc.js'
import { defaultOptions } from '@jsquash/avif/meta.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withFields } from '#codecs/image/avif/avif-fields.ts'
import { toTenBits } from '#codecs/image/avif/write.ts'
import { toResolutionExif } from '#codecs/image/resolution-exif.ts'
import { paintCutOut } from '#support/painted-rasters.ts'

const { data, width, height } = paintCutOut(300, 200)

const encoded = async (pixels = data, bitDepth = 8) => {
  const file = new URL(import.meta.resolve('@jsquash/avif/codec/enc/avif_enc.wasm'))
  const encoder = await createEncoder({ noInitialRun: true, wasmBinary: await readFile(file) })
  const options = { ...defaultOptions, speed: 8, quality: 80, qualityAlpha: 100, subsample: 3, bitDepth }
  return new Blob([new Uint8Array(encoder.encode(new Uint8Array(pixels), width, height, options) ?? [])])
}

/** Primaries, transfer and matrix of each `colr` of the file (ITU-T H.273). */
const colorsOf = (bytes: Buffer): number[][] => {
  const found: number[][] = []
  for (let at = bytes.indexOf('colrnclx'); at > 0; at = bytes.indexOf('colrnclx', at + 1))
    found.push([8, 10, 12].map((offset) => bytes.readUInt16BE(at + offset)))
  return found
}

test('an AVIF says in which colours it is, and changes otherwise nothing', async () => {
  const plain = await encoded()
  const before = Buffer.from(await plain.arrayBuffer())
  expect(colorsOf(before)).toEqual([[2, 2, 6]])
  const bytes = Buffer.from(await (await withFields(plain, {})).arrayBuffer())
  expect(colorsOf(bytes)).toEqual([[1, 13, 6]])
  const wide = Buffer.from(await (await withFields(plain, { colorSpace: 'display-p3' })).arrayBuffer())
  expect(colorsOf(wide)).toEqual([[12, 13, 6]])
  expect(bytes.filter((byte, at) => byte !== before[at]).length).toBe(2)
  const { data: read, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width, height, channels: 4 })
  expect(read.every((value, at) => at % 4 !== 3 || value === data[at])).toBe(true)
})

test.each([1, 3, 4] as const)('16 bits become 10 in an AVIF, of %d channels', async (channels) => {
  const samples = Uint16Array.from({ length: width * height * channels }, (_, at) => {
    const pixel = Math.floor(at / channels)
    return at % channels === 3 ? 65_535 - (pixel % 997) * 64 : (pixel % width) * 100
  })
  const file = Buffer.from(
    await (await encoded(toTenBits({ width, height, channels, data: samples }), 10)).arrayBuffer(),
  )
  expect(await sharp(file).metadata()).toMatchObject({ bitsPerSample: 10, hasAlpha: channels === 4 })
  const { data: read } = await sharp(file)
    .toColourspace('rgb16')
    .ensureAlpha()
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const words = new Uint16Array(read.buffer, read.byteOffset, width * height * 4)
  let [colour, alpha] = [0, 0]
  for (let pixel = 0; pixel < width * height; pixel++) {
    const wanted = samples.subarray(pixel * channels, (pixel + 1) * channels)
    colour = Math.max(colour, Math.abs((words[pixel * 4] ?? 0) - (wanted[0] ?? 0)))
    alpha = Math.max(alpha, Math.abs((words[pixel * 4 + 3] ?? 0) - (wanted[3] ?? 65_535)))
  }
  // A step of 10 bits is 64.
  expect([colour < 700, alpha <= 64]).toEqual([true, true])
})

const resolution = { x: 300, y: 240 }

test.each(['with', 'without'])('an AVIF %s alpha keeps the print resolution alone', async (alpha) => {
  const pixels = alpha === 'with' ? data : data.map((value, at) => (at % 4 === 3 ? 255 : value))
  const plain = await encoded(pixels)
  const file = Buffer.from(await (await withFields(plain, { resolution })).arrayBuffer())
  const [before, after] = await Promise.all(
    [await plain.bytes(), file].map((bytes) => sharp(bytes, { failOn: 'warning' }).raw().toBuffer()),
  )
  expect(after?.equals(before ?? Buffer.of())).toBe(true)
  const { exif, hasAlpha } = await sharp(file).metadata()
  expect(hasAlpha).toBe(alpha === 'with')
  // As in WebP, where libvips puts the mark of JPEG before it.
  expect(exif?.subarray(-66).equals(Buffer.from(toResolutionExif(resolution)))).toBe(true)
})

test('what is no AVIF stays as it is', async () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(200), Buffer.from('\0\0\0\x10meta\0\0\0\0\xff\xff')])
    expect((await withFields(new Blob([Uint8Array.from(bytes)]), { resolution })).size).toBe(bytes.length)
})
