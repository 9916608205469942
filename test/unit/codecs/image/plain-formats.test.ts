import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import type { Decoded, PictureDecoder } from '#codecs/image/decoded.ts'
import { openRasterDecoder } from '#codecs/image/openraster/read.ts'
import { readPictureExtras } from '#codecs/image/picture-extras.ts'
import { pnmDecoder } from '#codecs/image/pnm/read.ts'
import { qoiDecoder } from '#codecs/image/qoi/read.ts'
import { tgaDecoder } from '#codecs/image/tga/read.ts'
import { leftOut } from '#contract/left-out.ts'
import { readFileKind } from '#contract/sniff.ts'
import { ascii, concatBytes } from '#support/byte-arrays.ts'
import { hasFfmpeg } from '#support/ffmpeg-in-node.ts'

const [width, height] = [21, 13]
const quiet = ['-hide_banner', '-loglevel', 'error']

const folder = mkdtempSync(join(tmpdir(), 'plain-'))

const ffmpeg = (args: readonly string[], input = new Uint8Array()) =>
  new Uint8Array(execFileSync('ffmpeg', [...quiet, ...args], { input, maxBuffer: 1 << 26 }))

/** Runs, steps, noise, and every alpha. */
const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
  const [place, channel] = [at >> 2, at & 3]
  const [x, y] = [place % width, Math.floor(place / width)]
  if (channel === 3) return x < 3 ? 0 : x < 6 ? (40 * y) & 255 : 255
  return y < 4 ? 90 : y < 8 ? (60 + 3 * x + channel) & 255 : (place * 7919 * (channel + 3)) & 255
})
const source = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-i', 'pipe:0']

type Case = readonly [name: string, decoder: PictureDecoder<Decoded>, kind: string, args: readonly string[]]

const tga = (pixelFormat: string, ...more: readonly string[]): Case => [
  `TGA, ${pixelFormat} ${more.join(' ')}`,
  tgaDecoder,
  'tga',
  ['-c:v', 'targa', '-pix_fmt', pixelFormat, ...more],
]
const pnm = (codec: string, pixelFormat: string): Case => [
  `${codec.toUpperCase()}, ${pixelFormat}`,
  pnmDecoder,
  'pnm',
  ['-c:v', codec, '-pix_fmt', pixelFormat],
]
const qoi = (pixelFormat: string): Case => [
  `QOI, ${pixelFormat}`,
  qoiDecoder,
  'qoi',
  ['-c:v', 'qoi', '-pix_fmt', pixelFormat],
]

const cases: readonly Case[] = [
  ...['bgra', 'bgr24', 'rgb555le', 'gray'].flatMap((format) => [tga(format), tga(format, '-rle', '0')]),
  ...['rgb24', 'rgba'].map(qoi),
  ...['rgb24', 'rgb48be'].map((format) => pnm('ppm', format)),
  ...['gray', 'gray16be'].map((format) => pnm('pgm', format)),
  pnm('pbm', 'monow'),
  ...['rgb24', 'rgba', 'gray', 'ya8', 'rgba64be'].map((format) => pnm('pam', format)),
]

describe.skipIf(!hasFfmpeg)('a picture, as ffmpeg writes and reads it (skipped without ffmpeg)', () => {
  test.each(cases)('%s has its pixels, and cut off is damaged', async (_, decoder, kind, args) => {
    const written = ffmpeg([...source, '-frames:v', '1', ...args, '-f', 'image2pipe', 'pipe:1'], pixels)
    const file = new Blob([written])
    expect(await readFileKind(file)).toBe(kind)
    const path = join(folder, `picture.${kind === 'pnm' ? args[1] : kind}`)
    writeFileSync(path, written)
    const wanted = ffmpeg(['-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'])
    const { data, ...size } = await decoder.read(file)
    expect(size).toEqual({ width, height })
    let apart = 0
    for (let at = 0; at < data.length; at++)
      apart = Math.max(apart, Math.abs((data[at] ?? 0) - (wanted[at] ?? 0)))
    // ffmpeg cuts 16 bits and 5 bits to 8 in another way.
    expect(apart).toBeLessThanOrEqual(/48|16|64|555/.test(args.join()) ? 1 : 0)
    for (const end of [3, 12, 30, written.length >> 1])
      await expect(decoder.read(new Blob([written.subarray(0, end)]))).rejects.toThrow()
  })
})

test('a PPM of text is read, with its comments', async () => {
  const text = 'P3 # a comment\n# another\n2 1\n15\n15 0 7  0 15 # in between\n 3\n'
  const { data, ...size } = await pnmDecoder.read(new Blob([text]))
  expect([size, [...data]]).toEqual([{ width: 2, height: 1 }, [255, 0, 119, 255, 0, 255, 51, 255]])
  const bits = await pnmDecoder.read(new Blob(['P1\n3 1\n101\n']))
  expect([...bits.data.filter((_, at) => at % 4 === 0)]).toEqual([0, 255, 0])
})

test('a TGA with a palette is read from its top right', async () => {
  const head = [0, 1, 1, 0, 0, 2, 0, 24, 0, 0, 0, 0, 2, 0, 1, 0, 8, 0x30]
  const { data } = await tgaDecoder.read(new Blob([Uint8Array.from([...head, 1, 2, 3, 4, 5, 6, 0, 1])]))
  expect([...data]).toEqual([6, 5, 4, 255, 3, 2, 1, 255])
})

test.each<[string, PictureDecoder<Decoded>, readonly number[]]>([
  ['QOI', qoiDecoder, [...ascii('qoif'), 0, 0, 0x40, 0, 0, 0, 0x40, 0, 4, 0, ...Array(99).fill(0xfd)]],
  ['TGA', tgaDecoder, [0, 0, 2, ...Array(9).fill(0), 0, 0x40, 0, 0x40, 32, 8, ...Array(99).fill(1)]],
  [
    'packed TGA',
    tgaDecoder,
    [0, 0, 10, ...Array(9).fill(0), 0, 0x40, 0, 0x40, 32, 8, ...Array(99).fill(255)],
  ],
  ['PPM', pnmDecoder, ascii(`P6 16384 16384 255 ${'a'.repeat(99)}`)],
  ['PPM of text', pnmDecoder, ascii(`P3 16384 16384 255 ${'7 '.repeat(99)}`)],
  ['PBM of text', pnmDecoder, ascii(`P1 16384 16384 ${'1'.repeat(99)}`)],
])('%s of few bytes takes no memory for its size', async (_, decoder, bytes) => {
  const longest = vi.fn<(length: unknown) => void>()
  const watched = <T extends typeof Uint8Array | typeof Uint8ClampedArray>(array: T): T =>
    new Proxy(array, {
      construct(target, [length, ...more]: unknown[], made) {
        if (typeof length === 'number' && length > 10_000) longest(length)
        return Reflect.construct(target, [length, ...more], made)
      },
    })
  vi.stubGlobal('Uint8ClampedArray', watched(Uint8ClampedArray))
  vi.stubGlobal('Uint8Array', watched(Uint8Array))
  const file = new Blob([Uint8Array.from(bytes)])
  await expect(decoder.read(file)).rejects.toThrow('The file ends early.')
  vi.unstubAllGlobals()
  expect(longest).not.toHaveBeenCalled()
})

test.each(['P6 1.5 2 255 ', 'P6 1e1 1 255 ', 'P6 0x2 1 255 ', 'P6 2 1 25.5 '])(
  'a PPM that begins with %s is damaged',
  async (head) => {
    await expect(pnmDecoder.read(new Blob([head, 'a'.repeat(99)]))).rejects.toThrow()
  },
)

const word = (value: number) => [value & 255, value >> 8]
const long = (value: number) => [...word(value & 0xffff), ...word(value >>> 16)]

/** A ZIP (APPNOTE 4.3); `isPacked` of what is packed already is `done`. */
const zipOf = (
  files: readonly (readonly [name: string, content: Uint8Array, isPacked: boolean | 'done'])[],
) => {
  const entries: Uint8Array[] = []
  const directory: Uint8Array[] = []
  for (const [name, content, isPacked] of files) {
    const packed = isPacked === true ? deflateRawSync(content) : content
    const fields = [20, 0, 0, 0, isPacked ? 8 : 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    const sizes = [...long(packed.length), ...long(content.length), ...word(name.length), 0, 0]
    const start = entries.reduce((sum, { length }) => sum + length, 0)
    entries.push(concatBytes(ascii('PK\x03\x04'), fields, sizes, ascii(name), packed))
    const rest = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...long(start)]
    directory.push(concatBytes(ascii('PK\x01\x02'), [20, 0], fields, sizes, rest, ascii(name)))
  }
  const [body, list] = [concatBytes(...entries), concatBytes(...directory)]
  const counts = [0, 0, 0, 0, ...word(files.length), ...word(files.length)]
  return concatBytes(body, list, ascii('PK\x05\x06'), counts, long(list.length), long(body.length), [0, 0])
}

test.each([
  ['application/x-krita', 'kra', true],
  ['image/openraster', 'ora', false],
] as const)('a document of %s gives its merged picture', async (type, kind, isPacked) => {
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  const file = new Blob([
    zipOf([
      ['mimetype', Uint8Array.from(ascii(type)), false],
      ['mergedimage.png', png, isPacked],
    ]),
  ])
  expect(await readFileKind(file)).toBe(kind)
  const merged = await openRasterDecoder.read(file)
  expect(Buffer.from(await merged.png.arrayBuffer()).equals(png)).toBe(true)
})

test.each([
  ['application/x-krita', 'maindoc.xml', '<layers><layer name="a" nodetype="paintlayer"/>', '</layers>'],
  ['image/openraster', 'stack.xml', '<image><stack><layer name="a"/>', '</stack></image>'],
])('the layers of a document of %s are told', async (type, name, head, tail) => {
  const told = (more: string) =>
    readPictureExtras(
      new Blob([
        zipOf([
          ['mimetype', Uint8Array.from(ascii(type)), false],
          [name, Uint8Array.from(ascii(`<?xml version='1.0'?>${head}${more}${tail}`)), true],
        ]),
      ]),
    )
  expect(await told('<layer\n name="b"></layer>')).toEqual([leftOut('layers', 2)])
  expect(await told('')).toEqual([])
})

/** DEFLATE of so many million zeros, behind a head. */
const bomb = (head: Uint8Array, megabytes: number) => {
  const part = deflateRawSync(new Uint8Array(1_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const begin = deflateRawSync(head, { finishFlush: constants.Z_FULL_FLUSH })
  return concatBytes(begin, ...Array(megabytes).fill(part), deflateRawSync(new Uint8Array()))
}

test('a document is unpacked no further than its picture can reach', async () => {
  const read = async (size: number) => {
    const png = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#000' } })
      .png()
      .toBuffer()
    const head = Uint8Array.from(png.subarray(0, 41))
    for (const at of [16, 20]) new DataView(head.buffer).setUint32(at, size)
    const document = zipOf([['mergedimage.png', bomb(head, 100), 'done']])
    expect(document.length).toBeLessThan(200_000)
    return openRasterDecoder.read(new Blob([document]))
  }
  await expect(read(100)).rejects.toThrow('It holds more than')
  await expect(read(30_000)).rejects.toMatchObject({ code: 'image_too_large' })
})

test('a document without a merged picture is damaged', async () => {
  const without = zipOf([['mimetype', Uint8Array.from(ascii('image/openraster')), false]])
  for (const bytes of [without, without.subarray(0, 60), without.subarray(0, 9)])
    await expect(openRasterDecoder.read(new Blob([bytes]))).rejects.toThrow()
})

test('a TGA whose alpha is 0 everywhere is opaque', async () => {
  const head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 0x28]
  const read = (alphas: readonly number[]) => {
    const pixels = alphas.flatMap((alpha) => [3, 2, 1, alpha])
    return tgaDecoder.read(new Blob([Uint8Array.from([...head, ...pixels])]))
  }
  expect([...(await read([0, 0])).data]).toEqual([1, 2, 3, 255, 1, 2, 3, 255])
  expect([...(await read([0, 9])).data]).toEqual([1, 2, 3, 0, 1, 2, 3, 9])
})
