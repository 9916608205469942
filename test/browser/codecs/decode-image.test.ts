import { describe, expect, test } from 'vitest'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import {
  exifBlock,
  jpegTurned,
  type PngFacts,
  pngChunk,
  pngFile,
  pngSignatureBytes,
  webpTurned,
} from '#support/image-files.ts'
import { heicWithAlpha } from '#support/small-pictures.ts'
import cmyk from '../../fixtures/cmyk.jpg?url'
import displayP3 from '../../fixtures/display-p3.png?url'
import fading from '../../fixtures/fading.webp?url'

const decodePng = async (facts: PngFacts) => await decodeImage(new Blob([await pngFile(facts)]))
const fetched = async (url: string) => await (await fetch(url)).blob()
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

const size = { width: 2, height: 2 }

const kinds: Record<string, { facts: Omit<PngFacts, 'width' | 'height'>; pixels: number[] }> = {
  'RGBA, also under the lowest alphas': {
    facts: {
      depth: 8,
      colourType: 6,
      rows: [
        [200, 100, 50, 1, 7, 8, 9, 2],
        [250, 0, 3, 128, 1, 2, 3, 255],
      ],
    },
    pixels: [200, 100, 50, 1, 7, 8, 9, 2, 250, 0, 3, 128, 1, 2, 3, 255],
  },
  'RGBA of 16 bits': {
    facts: {
      depth: 16,
      colourType: 6,
      rows: [
        [200, 200, 100, 100, 50, 50, 1, 1, 7, 7, 8, 8, 9, 9, 2, 2],
        [250, 250, 0, 0, 3, 3, 128, 128, 1, 1, 2, 2, 3, 3, 255, 255],
      ],
    },
    pixels: [200, 100, 50, 1, 7, 8, 9, 2, 250, 0, 3, 128, 1, 2, 3, 255],
  },
  'RGB of 16 bits': {
    facts: {
      depth: 16,
      colourType: 2,
      rows: [
        [9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4],
        [0, 0, 1, 1, 2, 2, 255, 255, 254, 254, 253, 253],
      ],
    },
    pixels: [9, 8, 7, 255, 6, 5, 4, 255, 0, 1, 2, 255, 255, 254, 253, 255],
  },
  'RGB with a transparent colour (tRNS)': {
    facts: {
      depth: 8,
      colourType: 2,
      rows: [
        [9, 8, 7, 6, 5, 4],
        [9, 8, 7, 3, 2, 1],
      ],
      before: [pngChunk('tRNS', [0, 6, 0, 5, 0, 4])],
    },
    pixels: [9, 8, 7, 255, 6, 5, 4, 0, 9, 8, 7, 255, 3, 2, 1, 255],
  },
  'a palette of 2 bits with alpha (tRNS)': {
    facts: {
      depth: 2,
      colourType: 3,
      rows: [[0b00_01_0000], [0b10_00_0000]],
      before: [pngChunk('PLTE', [9, 8, 7, 200, 100, 50, 1, 2, 3]), pngChunk('tRNS', [255, 1, 128])],
    },
    pixels: [9, 8, 7, 255, 200, 100, 50, 1, 1, 2, 3, 128, 9, 8, 7, 255],
  },
  'grey with alpha': {
    facts: {
      depth: 8,
      colourType: 4,
      rows: [
        [200, 1, 100, 2],
        [50, 128, 25, 255],
      ],
    },
    pixels: [200, 200, 200, 1, 100, 100, 100, 2, 50, 50, 50, 128, 25, 25, 25, 255],
  },
  'grey of 1 bit': {
    facts: { depth: 1, colourType: 0, rows: [[0b0100_0000], [0b1000_0000]] },
    pixels: [0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255],
  },
  // Adam7 gives a picture of 2 x 2 pass 1 for (0, 0), pass 6 for (1, 0) and pass 7 for the second row.
  'interlaced RGB': {
    facts: {
      depth: 8,
      colourType: 2,
      interlaced: true,
      rows: [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9, 10, 11, 12],
      ],
    },
    pixels: [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255],
  },
}

describe('a PNG opens with every pixel exact:', () => {
  test.each(Object.entries(kinds))('%s', async (_, { facts, pixels }) => {
    const { raster, hasAlpha } = await decodePng({ ...size, ...facts })
    expect(raster).toMatchObject(size)
    expect(Array.from(raster.data)).toEqual(pixels)
    expect(hasAlpha).toBe(pixels.some((value, i) => i % 4 === 3 && value < 255))
  })
})

test('a PNG whose alpha channel is opaque everywhere has no alpha', async () => {
  const rows = [
    [1, 2, 3, 255, 4, 5, 6, 255],
    [7, 8, 9, 255, 1, 2, 3, 255],
  ]
  expect((await decodePng({ ...size, depth: 8, colourType: 6, rows })).hasAlpha).toBe(false)
})

test('a linear PNG (gAMA 1.0) is converted to sRGB (D-7)', async () => {
  const before = [pngChunk('gAMA', uint32(100_000))]
  const { raster } = await decodePng({ width: 1, height: 1, depth: 8, colourType: 0, rows: [[128]], before })
  expect(Array.from(raster.data)).toEqual([188, 188, 188, 255])
})

test('a wide-gamut PNG is converted to sRGB, its alpha kept (D-7)', async () => {
  const { raster, hasAlpha } = await decodeImage(await fetched(displayP3))
  const [green, red] = [raster.data.slice(0, 4), raster.data.slice(-4)]
  expect(hasAlpha).toBe(true)
  expect(near(green, [0, 255, 0, 255], 3)).toBe(true)
  expect(near(red, [180, 120, 110, 128], 1)).toBe(true)
})

test('a lossless WebP keeps its colour under every alpha', async () => {
  const { raster, hasAlpha } = await decodeImage(await fetched(fading))
  expect(hasAlpha).toBe(true)
  const expected = Array.from({ length: 1024 }, (_, i) => [200, 100, 50, i >>> 2][i & 3])
  // Where alpha is 0, libwebp itself may have changed the colour.
  expect(Array.from(raster.data).slice(4)).toEqual(expected.slice(4))
})

test('a CMYK JPEG opens in sane colours', async () => {
  const { raster } = await decodeImage(await fetched(cmyk))
  const [cyan, magenta, yellow, black] = [
    [4, 4],
    [12, 4],
    [4, 12],
    [12, 12],
  ].map(([x = 0, y = 0]) => {
    const at = 4 * (16 * y + x)
    return Array.from(raster.data.slice(at, at + 3))
  })
  // Each ink absorbs one channel most: cyan absorbs red, and so on.
  for (const [i, colour] of [cyan, magenta, yellow].entries()) {
    const others = colour?.filter((_, channel) => channel !== i) ?? []
    expect((colour?.[i] ?? 0) + 30).toBeLessThan(Math.min(...others))
  }
  expect(Math.max(...(black ?? []))).toBeLessThan(60)
})

/** 48 x 32: red, green, blue and white quarters, from the top left by rows. */
const quarters = () => {
  const [width, height] = [48, 32]
  const colours = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [255, 255, 255, 255],
  ]
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => {
    const [x, y] = [(i >>> 2) % width, Math.floor((i >>> 2) / width)]
    return colours[(y < 16 ? 0 : 2) + (x < 24 ? 0 : 1)]?.[i & 3] ?? 0
  })
  return { width, height, data }
}

/** The first letters of the colours of the quarters as displayed, row by row, for each orientation of EXIF 2.32. */
const turned = {
  1: 'rgbw',
  2: 'grwb',
  3: 'wbgr',
  4: 'bwrg',
  5: 'rbgw',
  6: 'brwg',
  7: 'wgbr',
  8: 'gwrb',
} as const

describe('the EXIF orientation is applied (D-7)', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    'orientation %i, in JPEG, WebP and PNG',
    async (orientation) => {
      const picture = { kind: 'colour', raster: quarters(), opaque: true } as const
      const jpeg = jpegTurned(await bytesOf(await encodeImage(picture, 'jpg')), orientation)
      const webp = webpTurned(await bytesOf(await encodeImage(picture, 'webp')), picture.raster, orientation)
      const png = await turnedPng(await bytesOf(await encodeImage(picture, 'png')), orientation)
      for (const file of [jpeg, webp, png]) {
        const { raster } = await decodeImage(new Blob([file]))
        const { width, height } = raster
        expect({ width, height }).toEqual(
          orientation < 5 ? { width: 48, height: 32 } : { width: 32, height: 48 },
        )
        const places = [
          [0.25, 0.25],
          [0.75, 0.25],
          [0.25, 0.75],
          [0.75, 0.75],
        ] as const
        expect(places.map(([x, y]) => letterAt(raster, x * width, y * height)).join('')).toBe(
          turned[orientation],
        )
      }
    },
  )
})

const turnedPng = async (png: Uint8Array, orientation: number) => {
  return concatBytes(png.subarray(0, 33), pngChunk('eXIf', exifBlock(orientation)), png.subarray(33))
}

const letterAt = (
  { width, data }: { width: number; data: Uint8ClampedArray },
  x: number,
  y: number,
): string => {
  const at = 4 * (y * width + x)
  const [red, green, blue] = [data[at], data[at + 1], data[at + 2]].map((value) => (value ?? 0) > 128)
  return red && green && blue ? 'w' : red ? 'r' : green ? 'g' : blue ? 'b' : '?'
}

const near = (colour: Uint8ClampedArray, expected: readonly number[], most: number): boolean =>
  expected.every((value, i) => Math.abs(value - (colour[i] ?? 0)) <= most)

describe('what is no picture is refused:', () => {
  test.each([
    ['text', new TextEncoder().encode('not a picture, whatever its name says')],
    ['no bytes', new Uint8Array()],
    ['a JPEG that ends after its start', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)],
    ['a GIF', new TextEncoder().encode('GIF89a\x01\0\x01\0')],
  ])('%s (D-2)', async (_, bytes) => {
    await expect(decodeImage(new Blob([bytes], { type: 'image/png' }))).rejects.toMatchObject({
      code: 'validation_error',
      details: { image_file: [expect.any(String)] },
    })
  })

  test('a PNG whose pixels do not inflate (D-2)', async () => {
    const header = [...uint32(9), ...uint32(9), 8, 6, 0, 0, 0]
    const parts = [
      pngSignatureBytes,
      pngChunk('IHDR', header),
      pngChunk('IDAT', [1, 2, 3, 4]),
      pngChunk('IEND', []),
    ]
    await expect(decodeImage(new Blob(parts))).rejects.toMatchObject({ code: 'validation_error' })
  })

  test.each([
    [10_001, 10_000],
    [32_768, 1],
    [1, 32_768],
  ])('%i x %i pixels, from the header alone (D-7)', async (width, height) => {
    const header = [...uint32(width), ...uint32(height), 8, 6, 0, 0, 0]
    const parts = [pngSignatureBytes, pngChunk('IHDR', header), pngChunk('IDAT', [0]), pngChunk('IEND', [])]
    await expect(decodeImage(new Blob(parts))).rejects.toMatchObject({ code: 'image_too_large' })
  })
})

/** A JPEG of 8 x 8 pixels whose frame has another marker or more bits. */
const jpegOf = async (marker: number, bits: number) => {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')
  const bytes = await bytesOf(await canvas.convertToBlob({ type: 'image/jpeg' }))
  const frame = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0)
  bytes[frame + 1] = marker
  bytes[frame + 4] = bits
  return bytes
}

/** As Xcode writes it: a chunk before the first one. */
const cgbi = async () => {
  const png = await pngFile({ ...size, depth: 8, colourType: 2, rows: [Array(6).fill(0), Array(6).fill(0)] })
  return concatBytes(pngSignatureBytes, pngChunk('CgBI', [80, 0, 32, 2]), png.subarray(8))
}

/** The parts of a HEIC with another type. */
const heifOf = (type: string) => {
  const bytes = heicWithAlpha.slice()
  const text = new TextDecoder('latin1').decode(bytes)
  for (const { index } of text.matchAll(/hvc1/g)) bytes.set(ascii(type), index)
  return bytes
}

test.each([
  ['lossless', 'lossless JPEG', () => jpegOf(0xc3, 8)],
  ['JPEG-LS', 'JPEG-LS', () => jpegOf(0xf7, 8)],
  ['hierarchical', 'JPEG in several sizes', () => jpegOf(0xc5, 8)],
  ['of 12 bits', 'JPEG with 12 bits', () => jpegOf(0xc1, 12)],
  ['of Apple alone', 'CgBI', cgbi],
  ['HEIF of AVC', 'AVC', async () => heifOf('avc1')],
  ['HEIF of VVC', 'VVC', async () => heifOf('vvc1')],
  ['HEIF of JPEG 2000', 'JPEG 2000', async () => heifOf('j2k1')],
  ['HEIF without compression', 'none of the methods', async () => heifOf('unci')],
] as const)('a picture that is %s is refused by that', async (_, name, make) => {
  await expect(decodeImage(new Blob([await make()]))).rejects.toMatchObject({
    reason: 'image_compression_unread',
    details: { image_file: [expect.stringContaining(name)] },
  })
})

test('decoding stops when its signal is aborted', async () => {
  const file = new Blob([await pngFile({ width: 1, height: 1, depth: 8, colourType: 0, rows: [[1]] })])
  await expect(decodeImage(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
