import { existsSync, readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { tiffDecoder } from '#codecs/image/tiff/read.ts'
import { unpackLzw } from '#codecs/image/tiff/tiff-blocks.ts'
import { tiffDeep, tiffRaster } from '#codecs/image/tiff/tiff-colors.ts'
import { tiffFile } from '#support/tiff-file.ts'

const width = 70
const height = 41

/** A picture of ramps and noise, whose alpha runs from 0 to 255. */
const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
  const pixel = at >> 2
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  return [x * 3, y * 6, (x * y * 7) % 256, Math.min(255, x * 4)][at & 3] ?? 0
})
const picture = () => sharp(pixels, { raw: { width, height, channels: 4 } })

const furthest = (got: ArrayLike<number>, wanted: ArrayLike<number>): number => {
  expect(got.length).toBe(wanted.length)
  return Array.from(wanted).reduce((most, value, at) => Math.max(most, Math.abs(value - (got[at] ?? 999))), 0)
}

const read = (bytes: Uint8Array) => tiffDecoder.read(new Blob([Uint8Array.from(bytes)]))

async function* onePixel(data: Uint8Array | Float32Array) {
  yield { x: 0, y: 0, width: 1, rows: 1, data }
}

describe('a TIFF is read as libvips wrote it', () => {
  const compressions = ['none', 'lzw', 'deflate', 'packbits'] as const
  test.each(compressions)('with %s, in strips and in tiles, with alpha', async (compression) => {
    for (const tile of [false, true]) {
      const bytes = await picture()
        .tiff({ compression, tile, tileWidth: 32, tileHeight: 16, predictor: 'none' })
        .toBuffer()
      const { data, ...size } = await read(bytes)
      expect([size.width, size.height]).toEqual([width, height])
      expect(furthest(data, pixels)).toBe(0)
    }
  })

  test.each(['lzw', 'deflate'] as const)('with %s and differences of neighbours', async (compression) => {
    const bytes = await picture().removeAlpha().tiff({ compression, predictor: 'horizontal' }).toBuffer()
    const opaque = pixels.map((value, at) => (at % 4 === 3 ? 255 : value))
    expect(furthest((await read(bytes)).data, opaque)).toBe(0)
  })

  test('with 16 bits', async () => {
    const bytes = await picture().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer()
    expect(furthest((await read(bytes)).data, pixels)).toBeLessThanOrEqual(1)
  })

  test('in grey, and with one bit', async () => {
    const reds = (data: ArrayLike<number>) => Array.from(data).filter((_, at) => at % 4 === 0)
    const grey = sharp(await picture().removeAlpha().greyscale().png().toBuffer())
    const greyTiff = await grey.clone().tiff({ compression: 'lzw' }).toBuffer()
    expect(
      furthest(reds((await read(greyTiff)).data), await grey.clone().toColourspace('b-w').raw().toBuffer()),
    ).toBe(0)
    const line = sharp(await grey.clone().threshold(90).png().toBuffer())
    const lineTiff = await line.clone().tiff({ bitdepth: 1, compression: 'none' }).toBuffer()
    expect(
      furthest(reds((await read(lineTiff)).data), await line.clone().toColourspace('b-w').raw().toBuffer()),
    ).toBe(0)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('turned upright from orientation %i', async (orientation) => {
    const bytes = await picture()
      .removeAlpha()
      .withMetadata({ orientation })
      .tiff({ compression: 'none' })
      .toBuffer()
    const wanted = await sharp(bytes).rotate().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const { data, ...size } = await read(bytes)
    expect([size.width, size.height]).toEqual([wanted.info.width, wanted.info.height])
    expect(furthest(data, wanted.data)).toBe(0)
  })

  test('with its profile of colours', async () => {
    const { profile } = await read(
      await picture().withIccProfile('p3').tiff({ compression: 'none' }).toBuffer(),
    )
    expect(String.fromCharCode(...(profile ?? new Uint8Array()).subarray(36, 40))).toBe('acsp')
  })

  test('the first of several', async () => {
    const pages = await sharp(Buffer.concat([pixels, pixels]), {
      raw: { width, height: height * 2, channels: 4, pageHeight: height },
    })
      .tiff({ compression: 'none' })
      .toBuffer()
    expect(await read(pages)).toMatchObject({ width, height })
  })
})

describe('the colours of a TIFF of 16 bits', () => {
  const samples = Uint16Array.from({ length: width * height * 3 }, (_, at) => (at * 40_503) & 0xffff)
  const deepTiff = async (image: Sharp, tile = false) => {
    const bytes = await image
      .tiff({ compression: 'lzw', predictor: 'horizontal', tile, tileWidth: 32, tileHeight: 32 })
      .toBuffer()
    // Orientation 8. libvips would convert the colours too where it is asked to write it.
    const directory = bytes.readUInt32LE(4) + 2
    for (let at = directory; at < directory + 180; at += 12)
      if (bytes.readUInt16LE(at) === 274) bytes.writeUInt16LE(8, at + 8)
    return bytes
  }
  const blobOf = (bytes: Buffer) => new Blob([Uint8Array.from(bytes)])
  const deep = (channels: 1 | 3) =>
    sharp(samples, { raw: { width: channels === 1 ? width * 3 : width, height, channels } }).toColourspace(
      channels === 1 ? 'grey16' : 'rgb16',
    )

  test('are as they are stored, upright', async () => {
    for (const tile of [false, true]) {
      const read = await tiffDecoder.readDeep?.(blobOf(await deepTiff(deep(3), tile)))
      expect(read).toMatchObject({ width: height, height: width, channels: 3 })
      // The first row shown is the last column.
      for (let y = 0; y < height; y++) {
        const stored = (y * width + width - 1) * 3
        expect(read?.data.subarray(y * 3, y * 3 + 3)).toEqual(samples.subarray(stored, stored + 3))
      }
    }
    const grey = await tiffDecoder.readDeep?.(blobOf(await deepTiff(deep(1))))
    expect([...(grey?.data.subarray(0, 3) ?? [])]).toEqual(Array(3).fill(samples[width * 3 - 1]))
  })

  test('in floats run from 0 to 1, and are cut off there', async () => {
    const floats = { width: 1, height: 1, samples: 3, colors: 'rgb', most: 1 } as const
    const part = onePixel(Float32Array.of(0.25, 1.5, -1))
    const { data } = await tiffDeep({ ...floats, alpha: 'none', beforeAlpha: 0, orientation: 1 }, part)
    expect([...data]).toEqual([16_384, 65_535, 0])
  })

  test('are none in 8 bits', async () => {
    expect(await tiffDecoder.readDeep?.(blobOf(await picture().tiff().toBuffer()))).toBeNull()
  })
})

test('a TIFF in CMYK is refused by name', async () => {
  const bytes = await picture().removeAlpha().toColourspace('cmyk').tiff().toBuffer()
  await expect(read(bytes)).rejects.toMatchObject({ params: { kind: 'tiff', colors: 'cmyk' } })
})

test('colours that were multiplied by their alpha are divided by it', async () => {
  const picture = {
    ...({ width: 1, height: 1, samples: 4, colors: 'rgb', most: 255 } as const),
    ...({ alpha: 'premultiplied', beforeAlpha: 0, orientation: 1 } as const),
  }
  const data = Uint8Array.of(100, 50, 0, 128)
  expect([...(await tiffRaster(picture, onePixel(data))).data]).toEqual([199, 100, 0, 128])
  expect([...(await tiffDeep(picture, onePixel(data))).data]).toEqual([51_199, 25_600, 0])
})

test('what LZW unpacks ends with the block', () => {
  // Clear, then the first byte and its own string, again and again: each code writes one byte more.
  const codes = [256, 65, ...Array.from({ length: 200 }, (_, at) => 258 + at)]
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('')
  const packed = Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) =>
    Number.parseInt(byte.padEnd(8, '0'), 2),
  )
  expect(unpackLzw(packed, 1000)).toEqual(new Uint8Array(1000).fill(65))
})

test('a TIFF of more blocks than it can list is refused', async () => {
  const bytes = Uint8Array.from(await picture().tiff({ compression: 'none' }).toBuffer())
  const view = new DataView(bytes.buffer)
  const directory = view.getUint32(4, true)
  for (let entry = directory + 2; entry < bytes.length - 12; entry += 12) {
    // A picture of one column, with a strip for each row.
    const values = { 256: 1, 257: 300_000_000, 278: 1 }
    const value = values[view.getUint16(entry, true) as keyof typeof values]
    if (value === undefined) continue
    view.setUint16(entry + 2, 4, true)
    view.setUint32(entry + 8, value, true)
  }
  await expect(read(bytes)).rejects.toThrow('blocks')
})

test('a JPEG that is larger than its strip is refused', async () => {
  const bytes = Uint8Array.from(await picture().removeAlpha().tiff({ compression: 'jpeg' }).toBuffer())
  const frame = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xc0, 0, 17]))
  bytes.set([0xff, 0xff, 0xff, 0xff], frame + 5)
  await expect(read(bytes)).rejects.toThrow('A JPEG of 65535 x 65535 pixels')
})

const samples = new URL('../../../../../../shared/samples/formats/GeoTiff.tif', import.meta.url)
test.skipIf(!existsSync(samples))('a TIFF of a map opens (needs the samples)', async () => {
  const bytes = readFileSync(samples)
  const wanted = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer()
  expect(furthest((await read(bytes)).data, wanted)).toBeLessThanOrEqual(1)
})

test('alpha may stand behind a sample of which nothing is said', async () => {
  const ofPixel = { 258: [8, 8, 8, 8, 8], 259: [1], 262: [2], 277: [5], 338: [0, 2] }
  const strips = [Uint8Array.of(10, 20, 30, 99, 128)]
  const fields = { 256: [1], 257: [1], ...ofPixel }
  expect([...(await read(tiffFile({ rowsPerStrip: 1, strips, fields }))).data]).toEqual([10, 20, 30, 128])
})

test.each([5, 32_773])('a file that ends in a strip is refused (compression %i)', async (compression) => {
  const strips = [new Uint8Array(9), new Uint8Array(9)]
  const fields = { 256: [9], 257: [2], 258: [8], 259: [compression], 262: [1], 277: [1] }
  const file = Uint8Array.from(tiffFile({ rowsPerStrip: 1, strips, fields }))
  await expect(read(file)).resolves.toMatchObject({ width: 9 })
  const view = new DataView(file.buffer)
  const entries = Array.from({ length: 9 }, (_, entry) => view.getUint32(4, true) + 2 + entry * 12)
  const lengths = entries.find((entry) => view.getUint16(entry, true) === 279) ?? 0
  view.setUint16(lengths + 10, 999, true)
  await expect(read(file)).rejects.toThrow('ends')
})
