import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { BrowserCommand } from 'vitest/node'
import type { Size } from '#base/geometry.ts'
import { codedPictureCommands } from './coded-picture-kinds.ts'
import type { Opened, OpenedFrames } from './open-by-sharp.ts'

const execute = promisify(execFile)

const tools: Readonly<Record<KindSet, readonly string[]>> = {
  plain: ['convert', 'tiffcp', 'tiffset', 'fax2tiff', 'ppm2tiff', 'raw2tiff', 'exiftool'],
  coded: ['convert', 'heif-enc', 'heif-convert', 'avifenc', 'avifdec', 'cjxl', 'djxl', 'exiftool'],
}

/** The pictures are small: threads cost more than they save. */
const env = { ...process.env, OMP_NUM_THREADS: '1' }

const each = <T extends string | number>(
  values: readonly T[],
  entry: (value: T) => readonly [string, string],
) => Object.fromEntries(values.map(entry))

const plain = (picture: string, bits: number) => `convert ${picture} -depth ${bits} -compress none tiff:t.tif`

type Format = 'heic' | 'avif' | 'jxl' | PlainFormat
type PlainFormat = 'tiff' | 'psd' | 'png' | 'jpeg' | 'webp' | 'bmp' | 'gif' | 'ico'

/**
 * Commands by the kind of file that they write as `$o`. They begin with PNG files of 16 bits (`rgb`, `rgba`, `grey`,
 * `greya`) and with `lines`, which is black and white.
 */
const plainCommands: Readonly<Record<PlainFormat, Readonly<Record<string, string>>>> = {
  tiff: {
    ...each([1, 2, 4, 8, 10, 12, 14, 16, 24, 32], (bits) => [
      `grey, ${bits} bits`,
      `convert grey -depth ${bits} -type grayscale -compress none $o`,
    ]),
    ...each([2, 4, 8, 10, 12, 14, 16, 24, 32], (bits) => [
      `RGB, ${bits} bits`,
      `convert rgb -depth ${bits} -type truecolor -compress none $o`,
    ]),
    ...each([16, 32, 64], (bits) => [
      `RGB, floats of ${bits} bits`,
      `convert rgb -depth ${bits} -define quantum:format=floating-point -type truecolor -compress none $o`,
    ]),
    ...each([1, 2, 4, 8], (bits) => [
      `palette, ${bits} bits`,
      `convert rgb -colors ${2 ** bits} -depth ${bits} -type palette -compress none $o`,
    ]),
    'black and white': 'convert lines -depth 1 -type grayscale -compress none $o',
    'white is zero':
      'convert lines -depth 1 -type grayscale -define quantum:polarity=min-is-white -compress none $o',
    'grey, white is zero': 'convert grey -depth 8 -define quantum:polarity=min-is-white -compress none $o',
    'grey, 16 bits, white is zero':
      'convert grey -depth 16 -define quantum:polarity=min-is-white -compress none $o',
    ...each([8, 16], (bits) => [
      `RGB and alpha, ${bits} bits`,
      `convert rgba -depth ${bits} -define tiff:alpha=unassociated -compress none $o`,
    ]),
    ...each([8, 16], (bits) => [
      `RGB and premultiplied alpha, ${bits} bits`,
      `convert rgba -depth ${bits} -define tiff:alpha=associated -compress none $o`,
    ]),
    ...each([8, 16], (bits) => [
      `grey and alpha, ${bits} bits`,
      `convert greya -depth ${bits} -define tiff:alpha=unassociated -type grayscalealpha -compress none $o`,
    ]),
    'a fourth sample of which nothing is said':
      'convert rgba -depth 8 -define tiff:alpha=unspecified -compress none $o',
    'planes apart': `${plain('rgb', 8)} && tiffcp -p separate t.tif $o`,
    'planes apart, with alpha': `${plain('rgba', 8)} && tiffcp -p separate t.tif $o`,
    'big-endian, 16 bits': `${plain('rgb', 16)} && tiffcp -B t.tif $o`,
    'big-endian, 32 bits': `${plain('rgb', 32)} && tiffcp -B t.tif $o`,
    'big-endian, LZW, one row a strip, 16 bits': `${plain('rgb', 16)} && tiffcp -B -r 1 -c lzw:2 t.tif $o`,
    'one row a strip': `${plain('rgb', 8)} && tiffcp -r 1 -c zip t.tif $o`,
    tiles: `${plain('rgb', 8)} && tiffcp -t -w 16 -l 16 t.tif $o`,
    'tiles, 16 bits, Deflate': `${plain('rgb', 16)} && tiffcp -t -w 32 -l 16 -c zip:2 t.tif $o`,
    'tiles, planes apart': `${plain('rgb', 8)} && tiffcp -t -w 16 -l 32 -p separate -c lzw t.tif $o`,
    BigTIFF: `${plain('rgb', 8)} && tiffcp -8 t.tif $o`,
    'BigTIFF, big-endian': `${plain('rgb', 16)} && tiffcp -8 -B -c zip t.tif $o`,
    ...each(['lzw', 'zip', 'packbits', 'lzw:2', 'zip:2'], (name) => [
      `compressed by ${name}`,
      `${plain('rgb', 8)} && tiffcp -c ${name} t.tif $o`,
    ]),
    ...each(['lzw:2', 'zip:2', 'packbits'], (name) => [
      `compressed by ${name}, 16 bits`,
      `${plain('rgb', 16)} && tiffcp -c ${name} t.tif $o`,
    ]),
    ...each(['zip:2', 'zip:3', 'lzw:3'], (name) => [
      `compressed by ${name}, 32 bits${name.endsWith('3') ? ' of floats' : ''}`,
      `convert rgb -depth 32 ${name.endsWith('3') ? '-define quantum:format=floating-point' : ''} -compress none t.tif; tiffcp -c ${name} t.tif $o`,
    ]),
    ...each(['lzma', 'zstd', 'webp', 'lerc'], (name) => [
      `compressed by ${name}`,
      `${plain('rgb', 8)} && tiffcp -c ${name} t.tif $o`,
    ]),
    'JPEG, YCbCr': `${plain('rgb', 8)} && tiffcp -c jpeg:90 t.tif $o`,
    'JPEG, RGB': `${plain('rgb', 8)} && tiffcp -c jpeg:r:90 t.tif $o`,
    'JPEG, grey': `${plain('grey', 8)} && tiffcp -c jpeg:90 t.tif $o`,
    'JPEG, tiles': `${plain('rgb', 8)} && tiffcp -t -w 32 -l 32 -c jpeg:r:90 t.tif $o`,
    ...each(['g3:1d', 'g3:2d', 'g3:1d:fill', 'g4'], (name) => [
      `fax, ${name}`,
      `convert lines -depth 1 -type grayscale -compress none t.tif && tiffcp -c ${name} t.tif $o`,
    ]),
    'fax, g4, bits from the last to the first':
      'convert lines -depth 1 -type grayscale -compress none t.tif && tiffcp -f lsb2msb -c g4 t.tif $o',
    'bits from the last to the first':
      'convert lines -depth 1 -type grayscale -compress none t.tif && tiffcp -f lsb2msb t.tif $o',
    'LZW, bits from the last to the first': `${plain('rgb', 8)} && tiffcp -f lsb2msb -c lzw t.tif $o`,
    ...each([2, 3, 4, 5, 6, 7, 8], (turn) => [
      `orientation ${turn}`,
      `${plain('rgb', 8)} && tiffcp t.tif $o && tiffset -s 274 ${turn} $o`,
    ]),
    'two pages': 'convert rgb grey -depth 8 -compress zip $o',
    pyramid: 'convert rgb -depth 8 -define tiff:tile-geometry=16x16 -compress none ptif:$o',
    CMYK: 'convert rgb -colorspace cmyk -depth 8 -compress none $o',
    'CIE Lab': 'convert rgb -colorspace lab -depth 8 -compress none $o',
    'signed numbers': 'convert grey -depth 16 -define quantum:format=signed -compress none $o',
    'from a fax': 'convert lines -compress fax fax:t.g3 && fax2tiff -M -o $o t.g3',
    'from a PPM': 'convert rgb -depth 8 t.ppm && ppm2tiff -c lzw t.ppm $o',
    'from raw numbers':
      'convert grey -depth 16 -endian lsb gray:t.raw && raw2tiff -w 61 -l 37 -d short -p minisblack t.raw $o',
  },
  psd: {
    ...each(['none', 'rle'], (name) => [`RGB, ${name}`, `convert rgb -depth 8 -compress ${name} $o`]),
    ...each(['none', 'rle'], (name) => [
      `RGB, 16 bits, ${name}`,
      `convert rgb -depth 16 -compress ${name} $o`,
    ]),
    'RGB and alpha': 'convert rgba -depth 8 $o',
    'RGB and alpha, 16 bits': 'convert rgba -depth 16 $o',
    grey: 'convert grey -depth 8 -type grayscale $o',
    'grey, 16 bits': 'convert grey -depth 16 -type grayscale $o',
    'black and white': 'convert lines -type bilevel $o',
    layers: 'convert rgb \\( rgb -flip \\) -depth 8 $o',
    'large (PSB)': 'convert rgb -depth 8 psb:$o',
    'large (PSB), 16 bits': 'convert rgb -depth 16 psb:$o',
    CMYK: 'convert rgb -colorspace cmyk -depth 8 $o',
  },
  png: {
    ...each([1, 2, 4, 8, 16], (bits) => [
      `grey, ${bits} bits`,
      `convert grey -define png:exclude-chunk=gAMA,cHRM -define png:color-type=0 -define png:bit-depth=${bits} -depth ${bits} png:$o`,
    ]),
    ...each([8, 16], (bits) => [
      `grey and alpha, ${bits} bits`,
      `convert greya -define png:exclude-chunk=gAMA,cHRM -define png:color-type=4 -define png:bit-depth=${bits} -depth ${bits} png:$o`,
    ]),
    ...each([8, 16], (bits) => [
      `RGB, ${bits} bits`,
      `convert rgb -define png:exclude-chunk=gAMA,cHRM -define png:color-type=2 -define png:bit-depth=${bits} -depth ${bits} png:$o`,
    ]),
    ...each([8, 16], (bits) => [
      `RGB and alpha, ${bits} bits`,
      `convert rgba -define png:exclude-chunk=gAMA,cHRM -define png:color-type=6 -define png:bit-depth=${bits} -depth ${bits} png:$o`,
    ]),
    ...each([1, 2, 4, 8], (bits) => [
      `palette, ${bits} bits`,
      `convert rgb -define png:exclude-chunk=gAMA,cHRM -colors ${2 ** bits} -define png:color-type=3 -define png:bit-depth=${bits} png:$o`,
    ]),
    'palette with alpha': 'convert rgba -define png:exclude-chunk=gAMA,cHRM -colors 200 png8:$o',
    'one colour is transparent':
      'convert rgb -define png:exclude-chunk=gAMA,cHRM -depth 8 -transparent black -define png:color-type=2 png:$o',
    ...each([8, 16], (bits) => [
      `interlaced, ${bits} bits`,
      `convert rgb -define png:exclude-chunk=gAMA,cHRM -interlace png -depth ${bits} png:$o`,
    ]),
  },
  jpeg: {
    ...each(['4:4:4', '4:2:2', '4:2:0', '4:4:0', '4:1:1'], (name) => [
      `sampling ${name}`,
      `convert rgb -quality 90 -sampling-factor ${name} jpeg:$o`,
    ]),
    progressive: 'convert rgb -interlace jpeg -quality 90 jpeg:$o',
    grey: 'convert grey -type grayscale -quality 90 jpeg:$o',
    RGB: 'convert rgb -colorspace rgb -quality 90 jpeg:$o',
    CMYK: 'convert rgb -colorspace cmyk -quality 95 jpeg:$o',
    'restart intervals': 'convert rgb -quality 90 -define jpeg:restart-interval=4 jpeg:$o',
    ...each([2, 3, 4, 5, 6, 7, 8], (turn) => [
      `orientation ${turn}`,
      `convert rgb -quality 90 jpeg:$o && exiftool -q -overwrite_original -n -Orientation=${turn} $o`,
    ]),
  },
  webp: {
    lossy: 'convert rgb -quality 90 webp:$o',
    'lossy with alpha': 'convert rgba -quality 90 webp:$o',
    lossless: 'convert rgb -define webp:lossless=true webp:$o',
    'lossless with alpha': 'convert rgba -define webp:lossless=true webp:$o',
  },
  bmp: {
    ...each([1, 4, 8], (bits) => [
      `palette, ${bits} bits`,
      `convert rgb -colors ${2 ** bits} -type palette bmp:$o`,
    ]),
    '24 bits': 'convert rgb -type truecolor bmp:$o',
    '24 bits, version 3': 'convert rgb -type truecolor bmp3:$o',
    '24 bits, version 2': 'convert rgb -type truecolor bmp2:$o',
    '32 bits with alpha': 'convert rgba bmp:$o',
    'run lengths': 'convert rgb -colors 200 -compress rle bmp:$o',
    '16 bits (555)': 'convert rgb -define bmp:subtype=RGB555 bmp:$o',
    '16 bits (565)': 'convert rgb -define bmp:subtype=RGB565 bmp:$o',
  },
  gif: {
    'one frame': 'convert rgb -colors 200 gif:$o',
    interlaced: 'convert rgb -colors 200 -interlace gif gif:$o',
    transparent: 'convert rgba -colors 100 gif:$o',
  },
  ico: {
    '32 bits': 'convert rgba -resize 48x48! ico:$o',
    palette: 'convert rgb -resize 48x48! -colors 16 ico:$o',
  },
}

const [width, height] = [61, 37]

/** Opaque colours and greys with every value, and a transparency from 0 to 1. */
const picture = (samples: 1 | 2 | 3 | 4) => {
  const data = new Uint16Array(width * height * samples)
  for (let at = 0; at < data.length; at++) {
    const [x, y, sample] = [Math.floor(at / samples) % width, Math.floor(at / samples / width), at % samples]
    const isAlpha = samples % 2 === 0 && sample === samples - 1
    data[at] = isAlpha
      ? (x * 65_535) / (width - 1)
      : (x * 1092 * (sample + 1) + y * 1771 * (3 - sample)) & 0xffff
  }
  return sharp(data, { raw: { width, height, channels: samples } })
    .toColourspace(samples < 3 ? 'grey16' : 'rgb16')
    .png()
}

const writeSources = async (folder: string) => {
  for (const [name, samples] of [
    ['grey', 1],
    ['greya', 2],
    ['rgb', 3],
    ['rgba', 4],
  ] as const)
    await picture(samples).toFile(join(folder, name))
  await execute('convert', ['grey', '-threshold', '50%', 'png:lines'], { cwd: folder })
}

/** Those of formats that every program has, or of HEIC, AVIF and JPEG XL. */
export type KindSet = 'plain' | 'coded'

/** A file of a kind, and what other programs read of it. */
export type PictureOfKind = {
  readonly format: string
  readonly kind: string
  /** Base64. */
  readonly file: string
  readonly read: Readonly<Record<string, ReadPixels | null>>
}

/** RGBA of 16 bits in base64: straight alpha, upright, sRGB. */
type ReadPixels = Size & { readonly bits: 8 | 16; readonly pixels: string }

const byLibvips = async (file: string): Promise<ReadPixels> => {
  const picture = sharp(file)
  const { depth } = await picture.metadata()
  const { data, info } = await picture
    .rotate()
    .toColourspace('rgb16')
    .ensureAlpha()
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    bits: depth === 'uchar' ? 8 : 16,
    pixels: data.toString('base64'),
  }
}

/**
 * ImageMagick reads the merged picture of its own Photoshop files wrongly where it has alpha, and their layer right.
 */
const partOf = (file: string, kind: string) => (file.endsWith('psd') && kind.includes('alpha') ? 1 : 0)

const byImageMagick = async (file: string, kind: string): Promise<ReadPixels> => {
  const { stdout } = await execute(
    'convert',
    [`${file}[${partOf(file, kind)}]`, '-auto-orient', '-depth', '16', '-type', 'TrueColorAlpha', 'pam:-'],
    { encoding: 'buffer', maxBuffer: 1 << 26, env },
  )
  const start = stdout.indexOf('ENDHDR\n') + 7
  const head = stdout.toString('latin1', 0, start)
  const [width = 0, height = 0] = ['WIDTH', 'HEIGHT'].map((name) =>
    Number(head.split(`${name} `)[1]?.split('\n')[0]),
  )
  return { width, height, bits: 16, pixels: Buffer.from(stdout.subarray(start)).swap16().toString('base64') }
}

/** What a decoder writes as PNG. Some leave colours multiplied with alpha, which they do not say. */
const byDecoder = (command: string) => async (file: string, kind: string) => {
  await execute('sh', ['-c', command], { env: { ...env, o: file } })
  const read = await byLibvips(`${file}.png`)
  if (!file.endsWith('heic') || !kind.includes('premultiplied')) return read
  const pixels = new Uint16Array(Uint8Array.from(Buffer.from(read.pixels, 'base64')).buffer)
  pixels.forEach((value, at) => {
    if (at % 4 < 3) pixels[at] = Math.min(65_535, (value * 65_535) / Math.max(1, pixels[at | 3] ?? 0))
  })
  return { ...read, pixels: Buffer.from(pixels.buffer).toString('base64') }
}

/** Of several pictures the first one. libjxl describes sRGB by a profile that is less exact. */
const byLibheif = byDecoder('heif-convert $o $o.png; [ -e $o.png ] || mv $o-1.png $o.png')
const readers: Readonly<
  Record<string, Readonly<Record<string, (file: string, kind: string) => Promise<ReadPixels>>>>
> = {
  heic: { libheif: byLibheif },
  avif: { libavif: byDecoder('avifdec $o $o.png'), libheif: byLibheif },
  jxl: { libjxl: byDecoder('djxl $o $o.t.png && convert $o.t.png -strip $o.png') },
}
const plainReaders = { libvips: byLibvips, ImageMagick: byImageMagick }

/** Small files of many kinds, as Debian's tools write them; null where one of the tools is missing. */
export const picturesOfKinds: BrowserCommand<[KindSet]> = async (_, set) => {
  const isThere = (tool: string) =>
    execute('which', [tool]).then(
      () => true,
      () => false,
    )
  if (!(await Promise.all(tools[set].map(isThere))).every(Boolean)) return null
  const folder = await mkdtemp(join(tmpdir(), 'kinds-'))
  try {
    await writeSources(folder)
    const commands: Readonly<Partial<Record<Format, Readonly<Record<string, string>>>>> =
      set === 'plain' ? plainCommands : codedPictureCommands
    const all = Object.entries(commands).flatMap(([format, kinds]) =>
      Object.entries(kinds).map(([kind, command]) => ({ format, kind, command })),
    )
    return await Promise.all(
      all.map(async ({ format, kind, command }, index) => {
        const own = join(folder, `${index}`)
        const file = join(own, `o.${format}`)
        await mkdir(own)
        // ImageMagick warns of tags that libtiff does not know.
        await execute('sh', ['-c', `ln -s ../[a-z]* . && ${command}`], {
          cwd: own,
          env: { ...env, o: file },
        }).catch(() => {})
        const read = Object.entries(readers[format] ?? plainReaders).map(
          async ([program, by]) => [program, await by(file, kind).catch(() => null)] as const,
        )
        return {
          format,
          kind,
          file: await readFile(file, 'base64'),
          read: Object.fromEntries(await Promise.all(read)),
        }
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    openBySharp(file: string): Promise<Opened>
    openFramesBySharp(file: string): Promise<OpenedFrames>
    picturesOfKinds(set: KindSet): Promise<readonly PictureOfKind[] | null>
  }
}
