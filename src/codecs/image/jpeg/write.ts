import type { Size } from '#base/geometry.ts'
import { profileMark } from '#codecs/image/find-profile.ts'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import type { PrintResolution } from '#codecs/image/print-resolution.ts'
import { usualQuality } from '#contract/result-file.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { type EncoderInput, toRgba } from '#engine/compose.ts'
import type { ColorSpace } from '#engine/raster.ts'
import { jpegSegments } from '#formats/jpeg-segments.ts'

/**
 * Encodes an opaque picture with the browser's encoder. Chromium halves the colour's resolution (4:2:0) below a quality
 * of 100; mozjpeg could keep it, but took 25 times as long. Throws a TypeError for a transparent picture.
 */
export const encodeJpeg = async (
  picture: EncoderInput,
  { signal, resolution, colorSpace, quality = usualQuality.jpg }: EncodeOptions,
): Promise<Blob> => {
  if (picture.kind === 'colour' && !picture.opaque) throw new TypeError('JPEG has no transparency')
  const { width, height, data } = toRgba(picture)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('No 2D canvas in this worker')
  context.putImageData(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height), 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: quality / 100 })
  signal?.throwIfAborted()
  return await withFields(blob, resolution, colorSpace)
}

/** The smallest maximum size of a canvas in any browser. */
const safeCanvas = { sidePx: 4096, pixels: 4096 * 4096 }

/**
 * Whether a canvas of this browser, which the encoder needs, can have this size. A canvas that is too large throws in
 * some browsers and stays empty without an error in most.
 */
export const fitsCanvas = ({ width, height }: Size): boolean => {
  if (Math.max(width, height) <= safeCanvas.sidePx && width * height <= safeCanvas.pixels) return true
  const size = `${width} x ${height}`
  if (lastTest?.size !== size) lastTest = { size, fits: holdsLastPixel(width, height) }
  return lastTest.fits
}

/** The last test, since a result is planned more than once. */
let lastTest: { readonly size: string; readonly fits: boolean } | undefined

const holdsLastPixel = (width: number, height: number): boolean => {
  try {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
    if (!context) return false
    context.fillStyle = '#fff'
    context.fillRect(width - 1, height - 1, 1, 1)
    const isWhite = context.getImageData(width - 1, height - 1, 1, 1).data[0] === 255
    // Free its memory at once.
    canvas.width = 0
    return isWhite
  } catch {
    return false
  }
}

/** Markers of metadata (T.81, table B.1): APP0 to APP13, and comments. */
const isAbout = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xed) || marker === 0xfe

/**
 * Replaces the metadata of a browser's JPEG, in which browsers differ, by a JFIF header with `resolution`, and the
 * profile of `colorSpace` (ICC.1:2004-10, B.4).
 */
export const withFields = async (
  jpeg: Blob,
  resolution: PrintResolution | null | undefined,
  colorSpace: ColorSpace = 'srgb',
): Promise<Blob> => {
  const bytes = new Uint8Array(await jpeg.arrayBuffer())
  const kept: BlobPart[] = []
  let at = 2
  // Up to the first other segment; all later segments stay.
  for (const { marker, at: start, to } of jpegSegments(new DataView(bytes.buffer))) {
    const isAdobe = marker === 0xee
    if (!isAbout(marker) && !isAdobe) break
    if (isAdobe) kept.push(bytes.slice(start, to))
    at = to
  }
  const head = [Uint8Array.of(0xff, 0xd8), jfif(resolution), profileSegment(colorSpace)]
  return new Blob([...head, ...kept, bytes.subarray(at)], { type: jpeg.type })
}

const toUint16 = (value: number): readonly number[] => [value >> 8, value & 255]

const segment = (marker: number, name: string, content: ArrayLike<number>): Uint8Array<ArrayBuffer> => {
  const letters = Array.from(name, (letter) => letter.charCodeAt(0))
  const length = 2 + letters.length + content.length
  return Uint8Array.from([0xff, marker, ...toUint16(length), ...letters, ...Array.from(content)])
}

/** JFIF 1.02; without a resolution only a pixel aspect of 1 to 1. */
const jfif = (resolution: PrintResolution | null | undefined): Uint8Array<ArrayBuffer> => {
  const [unit, x, y] = resolution ? [1, Math.round(resolution.x), Math.round(resolution.y)] : [0, 1, 1]
  return segment(0xe0, 'JFIF\0', [1, 2, unit, ...toUint16(x), ...toUint16(y), 0, 0])
}

/** The segment of a profile in one part. */
const profileSegment = (colorSpace: ColorSpace) =>
  segment(0xe2, profileMark, [1, 1, ...colorProfiles[colorSpace]])
