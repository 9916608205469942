import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readImageHeader } from '#codecs/image/image-header.ts'
import { clearOrientation } from '#codecs/image/orientation.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import { pngChunk, pngFile, pngSignatureBytes, riffChunk } from '#support/image-files.ts'

const paint = (channels: 3 | 4 = 3) =>
  sharp({ create: { width: 30, height: 20, channels, background: { r: 200, g: 90, b: 30, alpha: 0.5 } } })

const files = {
  'a baseline JPEG': { file: () => paint().jpeg().toBuffer(), format: 'jpeg', mayHaveAlpha: false },
  'a progressive JPEG': {
    file: () => paint().jpeg({ progressive: true }).toBuffer(),
    format: 'jpeg',
    mayHaveAlpha: false,
  },
  'an RGB PNG': { file: () => paint().png().toBuffer(), format: 'png', mayHaveAlpha: false },
  'an RGBA PNG': { file: () => paint(4).png().toBuffer(), format: 'png', mayHaveAlpha: true },
  'a palette PNG with tRNS': {
    file: () => paint(4).png({ palette: true }).toBuffer(),
    format: 'png',
    mayHaveAlpha: true,
  },
  'a lossy WebP': { file: () => paint().webp().toBuffer(), format: 'webp', mayHaveAlpha: false },
  'a lossy WebP with alpha': { file: () => paint(4).webp().toBuffer(), format: 'webp', mayHaveAlpha: true },
  'a lossless WebP with alpha': {
    file: () => paint(4).webp({ lossless: true }).toBuffer(),
    format: 'webp',
    mayHaveAlpha: true,
  },
} as const

describe.each(Object.entries(files))('the header of %s', (_, { file, format, mayHaveAlpha }) => {
  test('tells format, size and whether there may be alpha', async () => {
    expect(readImageHeader(await file())).toEqual({ format, mayHaveAlpha, width: 30, height: 20 })
  })

  test('can be cut off anywhere without harm', async () => {
    const bytes = await file()
    for (let length = 0; length < bytes.length; length++) {
      const header = readImageHeader(bytes.subarray(0, length))
      if (header) expect(header).toMatchObject({ format, width: 30, height: 20 })
    }
  })
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'the orientation of a %s is found, and can be neutralized',
  async (format) => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8] as const) {
      const bytes = new Uint8Array(await paint().withMetadata({ orientation }).toFormat(format).toBuffer())
      const header = readImageHeader(bytes)
      expect(header).toMatchObject({ width: 30, height: 20, orientation: { value: orientation } })
      if (header?.orientation) clearOrientation(bytes, header.orientation)
      expect((await sharp(bytes, { failOn: 'warning' }).metadata()).orientation).toBe(1)
    }
  },
)

test('a PNG whose last text is cut off keeps its orientation', async () => {
  const bytes = new Uint8Array(await paint().withMetadata({ orientation: 6 }).png().toBuffer())
  const text = pngChunk('tEXt', ascii('Comment\0made with care'))
  const cut = concatBytes(bytes.subarray(0, bytes.length - 12), text).subarray(0, -10)
  expect(readImageHeader(cut)).toMatchObject({ width: 30, height: 20, orientation: { value: 6 } })
})

test('a PNG whose orientation is cut off behind its pixels is read', async () => {
  const bytes = new Uint8Array(await paint().png().toBuffer())
  const exif = [...ascii('MM'), 0, 42, ...uint32(8), 0, 1, 1, 0x12, 0, 3, ...uint32(1), 0, 6, 0, 0]
  const whole = concatBytes(bytes.subarray(0, bytes.length - 12), pngChunk('eXIf', [...exif, ...uint32(0)]))
  const header = { format: 'png', mayHaveAlpha: false, width: 30, height: 20 }
  expect(readImageHeader(whole)).toMatchObject({ ...header, orientation: { value: 6 } })
  // The orientation is there, but no longer the checksum, which is written with it.
  expect(readImageHeader(whole.slice(0, -2))).toEqual(header)
})

test('a JPEG with broken EXIF and junk still has a size', async () => {
  const jpeg = await paint().jpeg().toBuffer()
  const exif = [
    0xff,
    0xe1,
    0,
    22,
    ...ascii('Exif'),
    0,
    0,
    ...ascii('II'),
    42,
    0,
    0xff,
    0xff,
    0xff,
    0x7f,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  const bytes = concatBytes(jpeg.subarray(0, 2), exif, [0x12, 0x34, 0xff, 0xff], jpeg.subarray(2))
  expect(readImageHeader(bytes)).toEqual({ format: 'jpeg', mayHaveAlpha: false, width: 30, height: 20 })
})

test('the EXIF thumbnail of a JPEG is ignored', async () => {
  const thumbnail = await sharp(await paint().toFormat('png').toBuffer())
    .resize(6, 4)
    .jpeg()
    .toBuffer()
  const jpeg = await paint().jpeg().toBuffer()
  const length = uint32(thumbnail.length + 2).slice(2)
  expect(
    readImageHeader(concatBytes(jpeg.subarray(0, 2), [0xff, 0xe1, ...length], thumbnail, jpeg.subarray(2))),
  ).toMatchObject({
    width: 30,
    height: 20,
  })
})

test('a header alone tells the size of a bomb (D-7)', () => {
  const header = Uint8Array.of(...uint32(100_000), ...uint32(100_000), 8, 2, 0, 0, 0)
  const bomb = concatBytes(
    pngSignatureBytes,
    pngChunk('IHDR', header),
    pngChunk('IDAT', [0x78, 0x9c]),
    pngChunk('IEND', []),
  )
  expect(readImageHeader(bomb)).toMatchObject({ width: 100_000, height: 100_000 })
})

test('a small WebP canvas does not hide a large frame (D-7)', () => {
  const frame = [0x2f, 0xff, 0xff, 0xff, 0x0f, 0]
  const chunks = concatBytes(riffChunk('VP8X', new Array(10).fill(0)), riffChunk('VP8L', frame))
  const file = concatBytes(ascii('RIFF'), [0, 0, 0, 0], ascii('WEBP'), chunks)
  expect(readImageHeader(file)).toMatchObject({ width: 16_384, height: 16_384 })
})

const good = await pngFile({ width: 2, height: 1, depth: 8, colourType: 2, rows: [[1, 2, 3, 4, 5, 6]] })

describe('a damaged PNG is refused', () => {
  const at = (offset: number, ...bytes: number[]) =>
    concatBytes(good.subarray(0, offset), bytes, good.subarray(offset + bytes.length))
  const withHeader = (...facts: number[]) =>
    concatBytes(
      pngSignatureBytes,
      pngChunk('IHDR', [...uint32(2), ...uint32(1), ...facts]),
      good.subarray(33),
    )
  const idat = 33
  const iend = good.length - 12

  test('while the same file undamaged is not', () => {
    expect(readImageHeader(good)).toEqual({ format: 'png', mayHaveAlpha: false, width: 2, height: 1 })
    expect(readImageHeader(withHeader(8, 2, 0, 0, 0))).toBeDefined()
  })

  test.each([
    ['a wrong first byte', at(0, 0x09)],
    ['a signature that lost its line feed', concatBytes(good.subarray(0, 7), good.subarray(8))],
    ['a signature whose line ends were converted', at(4, 0x0a, 0x0a)],
    ['a wrong checksum of IHDR', at(29, 0)],
    ['a wrong checksum of IDAT', at(iend - 1, (good[iend - 1] ?? 0) ^ 1)],
    ['a changed byte in IDAT', at(idat + 10, (good[idat + 10] ?? 0) ^ 1)],
    ['colour type 1', withHeader(8, 1, 0, 0, 0)],
    ['colour type 9', withHeader(8, 9, 0, 0, 0)],
    ['bit depth 0', withHeader(0, 2, 0, 0, 0)],
    ['bit depth 3', withHeader(3, 2, 0, 0, 0)],
    ['bit depth 99', withHeader(99, 2, 0, 0, 0)],
    ['bit depth 4 in RGB', withHeader(4, 2, 0, 0, 0)],
    ['an unknown interlacing', withHeader(8, 2, 0, 0, 2)],
    ['no IDAT', concatBytes(good.subarray(0, idat), good.subarray(iend))],
    ['an IDAT that is cut off', good.subarray(0, iend - 6)],
    [
      'no width',
      concatBytes(
        pngSignatureBytes,
        pngChunk('IHDR', [...uint32(0), ...uint32(1), 8, 2, 0, 0, 0]),
        good.subarray(33),
      ),
    ],
  ])('%s', (_, bytes) => {
    expect(readImageHeader(bytes)).toBeUndefined()
  })
})

test('no bytes make it throw, whatever they start with', () => {
  const starts = [
    [],
    [0xff, 0xd8, 0xff],
    [...pngSignatureBytes],
    [...ascii('RIFF'), 9, 9, 9, 9, ...ascii('WEBPVP8X')],
  ]
  const bytes = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }))
  fc.assert(
    fc.property(bytes, ([start, rest]) => {
      expect(() => readImageHeader(concatBytes(start, rest))).not.toThrow()
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['a GIF', ascii('GIF89a')],
  ['text', ascii('hello, this is not a picture at all')],
  ['nothing', []],
  ['an AVIF', [0, 0, 0, 32, ...ascii('ftypavif')]],
])('%s is none of the three formats (D-1, D-2)', (_, start) => {
  expect(readImageHeader(concatBytes(start, new Array(60).fill(0)))).toBeUndefined()
})
