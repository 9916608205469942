import type { Size } from '#base/geometry.ts'
import type { AlphaForm } from '#contract/frame-sequence.ts'

/** The channels of a file, in the order of their names, as the format requires. */
type ExrChannels = readonly ('A' | 'B' | 'G' | 'R' | 'Y')[]

/** The content of the header. */
type ExrFacts = Size & {
  readonly channels: ExrChannels
  readonly alpha: AlphaForm
  /** Frames per second if even; null for a single picture or uneven frames. */
  readonly fps: number | null
}

/** Scan lines compressed together by `ZIP_COMPRESSION`. */
export const linesPerBlock = 16

/** Numbers of the format: the magic number, version 2 with a single part of scan lines, and values of attributes. */
const magic = 20_000_630
const version = 2
const [half, zipCompression, increasingY] = [1, 3, 0]

/** Red, green, blue and white of sRGB and BT.709 (CIE 1931 x and y). */
const srgbChromaticities = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329]

/** The file up to the table of offsets: magic, version and attributes ("OpenEXR File Layout", Header). */
export const exrHeader = ({ width, height, channels, alpha, fps }: ExrFacts): Uint8Array<ArrayBuffer> => {
  const whole = int32(0, 0, width - 1, height - 1)
  const isStraight = alpha === 'straight' && channels.includes('A')
  return Uint8Array.from([
    ...int32(magic, version),
    ...attribute('channels', 'chlist', [...channels.flatMap(channelEntry), 0]),
    ...attribute('chromaticities', 'chromaticities', float32(...srgbChromaticities)),
    // Readers take alpha as premultiplied; no attribute can state otherwise.
    ...(isStraight ? attribute('comments', 'string', ascii('Straight (unpremultiplied) alpha')) : []),
    ...attribute('compression', 'compression', [zipCompression]),
    ...attribute('dataWindow', 'box2i', whole),
    ...attribute('displayWindow', 'box2i', whole),
    ...(fps === null ? [] : attribute('framesPerSecond', 'rational', int32(...rationalRate(fps)))),
    ...attribute('lineOrder', 'lineOrder', [increasingY]),
    ...attribute('pixelAspectRatio', 'float', float32(1)),
    ...attribute('screenWindowCenter', 'v2f', float32(0, 0)),
    ...attribute('screenWindowWidth', 'float', float32(1)),
    0,
  ])
}

/** A channel of half floats in each pixel: its name, type, `pLinear` with three reserved bytes, and sampling. */
const channelEntry = (name: string) => [...ascii(name), 0, ...int32(half), 0, 0, 0, 0, ...int32(1, 1)]

const attribute = (name: string, type: string, value: readonly number[]) => [
  ...ascii(name),
  0,
  ...ascii(type),
  0,
  ...int32(value.length),
  ...value,
]

/** A rate as a fraction; NTSC rates are integers times 1000/1001. */
const rationalRate = (fps: number): readonly [number, number] => {
  const ntsc = Math.round(fps * 1.001)
  if (Math.abs(fps - Math.round(fps)) > 1e-3 && Math.abs(fps * 1.001 - ntsc) < 1e-3)
    return [ntsc * 1000, 1001]
  return [Math.round(fps * 1000), 1000]
}

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))

/** 32-bit numbers, little-endian like the whole file. */
const int32 = (...values: readonly number[]) => [...new Uint8Array(Int32Array.from(values).buffer)]
const float32 = (...values: readonly number[]) => [...new Uint8Array(Float32Array.from(values).buffer)]
