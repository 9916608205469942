import { existsSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { tiffDecoder } from '#codecs/image/tiff/read.ts'
import { tiffFile } from '#support/tiff-file.ts'

const [width, height] = [37, 11]
const read = (bytes: Uint8Array) => tiffDecoder.read(new Blob([Uint8Array.from(bytes)]))
const readDeep = async (bytes: Uint8Array) =>
  (await tiffDecoder.readDeep?.(new Blob([Uint8Array.from(bytes)])))?.data

/** Noise over all values of so many bits. */
const noise = (length: number, bits: number) =>
  Array.from({ length }, (_, at) => ((at * 40_503 + 977) % 65_521) % 2 ** bits)

/** Numbers as a file has them: in whole bytes by its order, else one after the other with the highest bit first. */
const stored = (rows: readonly (readonly number[])[], bits: number, isBigEndian: boolean): Uint8Array => {
  const bytes = rows.flatMap((row) => {
    if (bits === 8) return row.map((value) => value & 255)
    if (bits % 8 === 0)
      return row.flatMap((value) => {
        const low = Array.from({ length: bits / 8 }, (_, at) => Math.floor(value / 256 ** at) & 255)
        return isBigEndian ? low.reverse() : low
      })
    const text = row.map((value) => value.toString(2).padStart(bits, '0')).join('')
    return (text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  })
  return Uint8Array.from(bytes)
}
const rowsOf = (values: readonly number[], ofRow: number) =>
  Array.from({ length: values.length / ofRow }, (_, row) => values.slice(row * ofRow, (row + 1) * ofRow))
const fields = (
  samples: number,
  bits: number,
  more: Readonly<Record<number, readonly number[] | Uint8Array>> = {},
) => ({
  256: [width],
  257: [height],
  258: Array(samples).fill(bits),
  277: [samples],
  262: [samples >= 3 ? 2 : 1],
  259: [1],
  ...more,
})
const differences = (rows: readonly (readonly number[])[], count: number, bits: number) =>
  rows.map((row) =>
    row.map((value, at) => (at < count ? value : (value - (row[at - count] ?? 0) + 2 ** bits) % 2 ** bits)),
  )

describe('16 bits are as libvips reads them', () => {
  const values = noise(width * height * 3, 16)
  test.each([true, false])('with a predictor, big-endian %s', async (isBigEndian) => {
    const strips = rowsOf(values, width * 3).map((row) =>
      deflateSync(stored(differences([row], 3, 16), 16, isBigEndian)),
    )
    const bytes = tiffFile({
      isBigEndian,
      rowsPerStrip: 1,
      strips,
      fields: fields(3, 16, { 259: [8], 317: [2] }),
    })
    expect(Array.from((await readDeep(bytes)) ?? [])).toEqual(values)
    const wanted = await sharp(bytes).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
    expect(new Uint16Array(wanted.buffer, wanted.byteOffset, values.length)).toEqual(Uint16Array.from(values))
  })

  test('in planes of their own', async () => {
    const strips = [0, 1, 2].map((plane) =>
      stored(
        rowsOf(
          values.filter((_, at) => at % 3 === plane),
          width,
        ),
        16,
        true,
      ),
    )
    const bytes = tiffFile({
      isBigEndian: true,
      rowsPerStrip: height,
      strips,
      fields: fields(3, 16, { 284: [2] }),
    })
    expect(Array.from((await readDeep(bytes)) ?? [])).toEqual(values)
  })

  test('in floats with a predictor of floats', async () => {
    const floats = Float32Array.from(values, (value) => value / 65_535)
    const strips = rowsOf(Array.from(floats), width * 3).map((row) => {
      const view = new DataView(new ArrayBuffer(row.length * 4))
      for (const [at, value] of row.entries()) view.setFloat32(at * 4, value)
      const planes = [0, 1, 2, 3].flatMap((byte) => row.map((_, at) => view.getUint8(at * 4 + byte)))
      return deflateSync(Uint8Array.from(differences([planes], 3, 8)[0] ?? []))
    })
    for (const isBigEndian of [true, false]) {
      const more = { 259: [8], 317: [3], 339: [3, 3, 3] }
      const bytes = tiffFile({ isBigEndian, rowsPerStrip: 1, strips, fields: fields(3, 32, more) })
      expect(Array.from((await readDeep(bytes)) ?? [])).toEqual(values)
    }
  })
})

test.each([2, 4, 6, 10, 12, 14, 24, 32])('%i bits a sample are read in full, or refused', async (bits) => {
  const values = noise(width * height, Math.min(bits, 16)).map((value) => value * 2 ** Math.max(0, bits - 16))
  const most = 2 ** bits - 1
  for (const isBigEndian of [true, false]) {
    const strips = [stored(rowsOf(values, width), bits, isBigEndian)]
    const bytes = tiffFile({ isBigEndian, rowsPerStrip: height, strips, fields: fields(1, bits) })
    if (bits === 24 && !isBigEndian) {
      await expect(read(bytes)).rejects.toMatchObject({ params: { colors: 'ambiguous' } })
      continue
    }
    const { data } = await read(bytes)
    const furthest = Math.max(
      ...values.map((value, at) => Math.abs((data[at * 4] ?? 0) - (value * 255) / most)),
    )
    expect(furthest).toBeLessThanOrEqual(0.5)
  }
})

test('numbers of which the file says nothing have no sign', async () => {
  const values = noise(width * height, 8)
  const strips = [Uint8Array.from(values)]
  const { data } = await read(tiffFile({ rowsPerStrip: height, strips, fields: fields(1, 8, { 339: [4] }) }))
  expect(Array.from(data).filter((_, at) => at % 4 === 0)).toEqual(values)
})

test('a palette of 8 bits is no black one', async () => {
  const palette = Array.from({ length: 768 }, (_, at) =>
    at % 256 === 0 ? ([40, 215, 128][at >> 8] ?? 0) : 90,
  )
  const more = { 262: [3], 320: palette }
  const strips = [new Uint8Array(width * height)]
  const { data } = await read(tiffFile({ rowsPerStrip: height, strips, fields: fields(1, 8, more) }))
  expect([...data.subarray(0, 3)]).toEqual([40, 215, 128])
})

test.each([
  [2, 2],
  [2, 1],
  [1, 1],
  [4, 4],
] as const)('YCbCr with colours of %i x %i pixels is read', async (dx, dy) => {
  // So many that a picture of three samples a pixel would not be in the file.
  const rows = 80
  const units = Math.ceil(width / dx) * Math.ceil(rows / dy)
  // Red of 200, 40, 40 by the weights of BT.601.
  const unit = [...Array(dx * dy).fill(88), 101, 208]
  const strips = [Uint8Array.from(Array.from({ length: units }, () => unit).flat())]
  const tall = { ...fields(3, 8, { 262: [6], 530: [dx, dy] }), 257: [rows] }
  const bytes = tiffFile({ rowsPerStrip: rows, strips, fields: tall })
  const { data } = await read(bytes)
  for (const at of [0, (width * rows - 1) * 4])
    for (const [channel, value] of [200, 40, 40].entries())
      expect(Math.abs((data[at + channel] ?? 0) - value)).toBeLessThanOrEqual(2)
  // libvips takes YCbCr that is not subsampled for RGB.
  if (dx === 1) return
  const wanted = await sharp(bytes).ensureAlpha().raw().toBuffer()
  expect(Math.max(...wanted.map((value, at) => Math.abs(value - (data[at] ?? 0))))).toBeLessThanOrEqual(1)
})

test.each([1, 32_773])('a predictor means nothing where compression is %i', async (compression) => {
  const values = noise(width * height, 8)
  const packed = compression === 1 ? values : rowsOf(values, width).flatMap((row) => [width - 1, ...row])
  const more = { 259: [compression], 317: [2] }
  const strips = [Uint8Array.from(packed)]
  const { data } = await read(tiffFile({ rowsPerStrip: height, strips, fields: fields(1, 8, more) }))
  expect(Array.from(data).filter((_, at) => at % 4 === 0)).toEqual(values)
})

test('fax compression and bits from the last to the first are read', async () => {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => (Math.sin(at * at) > 0.1 ? 255 : 0))
  const lines = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
  const fax = Uint8Array.from(await lines.tiff({ bitdepth: 1, compression: 'ccittfax4' }).toBuffer())
  const greys = async (bytes: Uint8Array) =>
    Array.from((await read(bytes)).data).filter((_, at) => at % 4 === 0)
  expect(await greys(fax)).toEqual(Array.from(pixels))
  const turned = (byte: number) =>
    Number.parseInt([...byte.toString(2).padStart(8, '0')].reverse().join(''), 2)
  const rows = rowsOf(
    Array.from(pixels, (value) => value / 255),
    width,
  )
  const strips = [stored(rows, 1, false).map(turned)]
  const bytes = tiffFile({ rowsPerStrip: height, strips, fields: fields(1, 1, { 266: [2] }) })
  expect(await greys(bytes)).toEqual(Array.from(pixels))
})

test.each([
  [6, 'oldJpeg'],
  [32_766, 'next'],
  [34_887, 'lerc'],
  [34_925, 'lzma'],
  [50_000, 'zstandard'],
  [50_001, 'webp'],
  [65_000, 'unknown'],
])('a TIFF that is compressed by %i is refused by its name', async (compression, name) => {
  const bytes = tiffFile({
    rowsPerStrip: height,
    strips: [new Uint8Array(9)],
    fields: fields(3, 8, { 259: [compression] }),
  })
  await expect(read(bytes)).rejects.toMatchObject({
    reason: 'image_compression_unread',
    params: { kind: 'tiff', compression: name },
  })
})

test('LZW and planes of YCbCr in other forms are refused', async () => {
  const lzw = tiffFile({
    rowsPerStrip: height,
    strips: [Uint8Array.of(0, 1, 2, 3)],
    fields: fields(1, 8, { 259: [5] }),
  })
  await expect(read(lzw)).rejects.toMatchObject({ params: { compression: 'oldLzw' } })
  const strips = [0, 1, 2].map(() => new Uint8Array(width * height))
  const planes = tiffFile({ rowsPerStrip: height, strips, fields: fields(3, 8, { 262: [6], 284: [2] }) })
  await expect(read(planes)).rejects.toMatchObject({ params: { colors: 'unknown' } })
})

test('a few bytes fill no memory', async () => {
  const rows = 20_000
  const strips = Array.from({ length: rows }, () => new Uint8Array())
  strips[0] = deflateSync(new Uint8Array(100))
  const wide = { ...fields(4, 16, { 259: [8] }), 256: [20_000], 257: [rows] }
  await expect(read(tiffFile({ rowsPerStrip: 1, strips, fields: wide }))).rejects.toThrow()
  const fax = { ...fields(1, 1, { 259: [4] }), 256: [60_000], 257: [60_000] }
  await expect(
    read(tiffFile({ rowsPerStrip: 60_000, strips: [new Uint8Array(9)], fields: fax })),
  ).rejects.toThrow()
})

const reported = new URL('../../../../../../shared/samples/reported/', import.meta.url)
const sample = (name: string) => Uint8Array.from(readFileSync(new URL(name, reported)))
describe.skipIf(!existsSync(reported))('reported files (needs the samples)', () => {
  test.each([
    'be16-lzw.tif',
    'be8-zip-1row.tif',
    'fillorder.tif',
    'sf4.tif',
    'ycc22.tif',
    'pal8bit.tif',
    'g4.tif',
  ])('%s is as libvips reads it', async (name) => {
    const bytes = sample(name)
    const { data, ...size } = await read(bytes)
    const { data: wanted, info } = await sharp(bytes)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([size.width, size.height]).toEqual([info.width, info.height])
    const mean = wanted.reduce((sum, value, at) => sum + Math.abs(value - (data[at] ?? 0)), 0) / wanted.length
    expect(mean).toBeLessThan(1)
  })
})

test('a predictor for 12 bits, which nobody writes alike, is named', async () => {
  const bytes = tiffFile({
    rowsPerStrip: height,
    strips: [new Uint8Array(width * height * 2)],
    fields: fields(1, 12, { 259: [8], 317: [2] }),
  })
  await expect(read(bytes)).rejects.toMatchObject({
    reason: 'image_compression_unread',
    params: { kind: 'tiff', compression: 'predictor' },
  })
})
