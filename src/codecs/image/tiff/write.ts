import { zlib } from '#base/deflate.ts'
import type { Size } from '#base/geometry.ts'
import { createYielder } from '#base/timers.ts'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { type EncoderInput, toRgba } from '#engine/compose.ts'
import type { DeepPicture } from '#engine/raster.ts'
import { type TiffField, toDirectory } from '#formats/tiff-directory.ts'

type Samples = Uint8Array | Uint8ClampedArray | Uint16Array

/** Samples to write: grey, R G B, or R G B A with straight alpha. */
type TiffPicture = Size & {
  readonly channels: 1 | 3 | 4
  readonly bits: 8 | 16
  /** Returns a row; the array may be reused. */
  readonly row: (y: number) => Samples
}

/** Writes a TIFF of 8 bits a sample, as `writeTiff`. */
export const encodeTiff = (picture: EncoderInput, options: EncodeOptions): Promise<Blob> => {
  const { width, height, data } = picture.kind === 'grey' ? picture.alpha : toRgba(picture)
  const stored = picture.kind === 'grey' ? 1 : 4
  const rowOf = (y: number) => data.subarray(y * width * stored, (y + 1) * width * stored)
  if (picture.kind === 'grey' || !picture.opaque)
    return writeTiff({ width, height, channels: stored, bits: 8, row: rowOf }, options)
  const rgb = new Uint8Array(width * 3)
  const row = (y: number) => {
    const rgba = rowOf(y)
    for (let from = 0, to = 0; from < rgba.length; from += 4) {
      rgb[to++] = rgba[from]
      rgb[to++] = rgba[from + 1]
      rgb[to++] = rgba[from + 2]
    }
    return rgb
  }
  return writeTiff({ width, height, channels: 3, bits: 8, row }, options)
}

/** Writes a TIFF of 16 bits a sample, as `writeTiff`. */
export const encodeDeepTiff = (picture: DeepPicture, options: EncodeOptions): Promise<Blob> => {
  const { width, channels, data } = picture
  const row = (y: number) => data.subarray(y * width * channels, (y + 1) * width * channels)
  return writeTiff({ ...picture, bits: 16, row }, options)
}

/** Bytes of a strip before it is compressed. */
const stripBytes = 1 << 18
/** Bytes of the signature, version and directory position (TIFF 6.0, section 2). */
const headBytes = 8

/**
 * Writes a TIFF (6.0, little-endian) in strips of Deflate with the predictor (Adobe Photoshop TIFF Technical Notes),
 * straight alpha, a colour profile, the print resolution and no other metadata. Rejects with the reason of `signal`.
 */
const writeTiff = async (picture: TiffPicture, options: EncodeOptions): Promise<Blob> => {
  const { width, height, channels, bits } = picture
  const { signal } = options
  const rowsPerStrip = Math.min(height, Math.max(1, Math.floor(stripBytes / (width * channels * (bits / 8)))))
  const yieldNow = createYielder(signal)
  const strips: Uint8Array<ArrayBuffer>[] = []
  for (let y = 0; y < height; y += rowsPerStrip) {
    await yieldNow()
    strips.push(await zlib(differences(picture, y, Math.min(rowsPerStrip, height - y))))
  }
  const offsets: number[] = []
  let end = headBytes
  for (const { length } of strips) {
    offsets.push(end)
    end += length
  }
  const lengths = strips.map(({ length }) => length)
  // A directory begins at an even offset.
  const padding = end & 1
  const at = end + padding
  const head = new DataView(new ArrayBuffer(headBytes))
  head.setUint32(0, 0x49492a00)
  head.setUint32(4, at, true)
  const directory = toDirectory(fieldsOf(picture, rowsPerStrip, offsets, lengths, options), at)
  return new Blob([head, ...strips, new Uint8Array(padding), directory], { type: 'image/tiff' })
}

/** Fields, sorted by tag as a directory requires (TIFF 6.0, sections 2, 8, 14 and 18; ICC.1, B.5). */
const fieldsOf = (
  { width, height, channels, bits }: TiffPicture,
  rowsPerStrip: number,
  offsets: readonly number[],
  lengths: readonly number[],
  { resolution, colorSpace = 'srgb' }: EncodeOptions,
): readonly TiffField[] => [
  { tag: 256, type: 'long', values: [width] },
  { tag: 257, type: 'long', values: [height] },
  { tag: 258, type: 'short', values: Array<number>(channels).fill(bits) },
  // Deflate.
  { tag: 259, type: 'short', values: [8] },
  // Black is zero, or RGB.
  { tag: 262, type: 'short', values: [channels === 1 ? 1 : 2] },
  { tag: 273, type: 'long', values: offsets },
  { tag: 274, type: 'short', values: [1] },
  { tag: 277, type: 'short', values: [channels] },
  { tag: 278, type: 'long', values: [rowsPerStrip] },
  { tag: 279, type: 'long', values: lengths },
  ...(resolution
    ? ([
        { tag: 282, type: 'rational', values: [resolution.x] },
        { tag: 283, type: 'rational', values: [resolution.y] },
      ] as const)
    : []),
  // Interleaved samples.
  { tag: 284, type: 'short', values: [1] },
  // Inches.
  ...(resolution ? ([{ tag: 296, type: 'short', values: [2] }] as const) : []),
  // Horizontal differences.
  { tag: 317, type: 'short', values: [2] },
  // The fourth sample is straight alpha.
  ...(channels === 4 ? ([{ tag: 338, type: 'short', values: [2] }] as const) : []),
  // The profile is one of RGB.
  ...(channels === 1 ? [] : ([{ tag: 34_675, type: 'bytes', values: colorProfiles[colorSpace] }] as const)),
]

/** Rows of differences from the pixel before (TIFF 6.0, section 14). */
const differences = (
  { width, channels, bits, row }: TiffPicture,
  first: number,
  count: number,
): Uint8Array<ArrayBuffer> => {
  const length = width * channels
  const out = bits === 16 ? new Uint16Array(count * length) : new Uint8Array(count * length)
  for (let y = 0, to = 0; y < count; y++) {
    const samples = row(first + y)
    for (let at = 0; at < length; at++, to++)
      out[to] = samples[at] - (at < channels ? 0 : samples[at - channels])
  }
  return new Uint8Array(out.buffer)
}
