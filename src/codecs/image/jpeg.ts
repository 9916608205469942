import type { Size } from '#base/geometry.ts'
import { findJpegOrientation } from '#base/jpeg-orientation.ts'
import { usualQuality } from '#contract/result-file.ts'
import { type EncoderInput, toRgba } from '#engine/compose.ts'
import type { EncodeOptions, ImageHeader } from './image-codec.ts'
import { withFields } from './jpeg-fields.ts'
import { toOrientationTag } from './orientation.ts'

const startOfImage = 0xffd8
const startOfScan = 0xda
const endOfImage = 0xd9

/** Markers of a frame header (T.81, table B.1): SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Markers without a length: TEM and RST0 to RST7. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Walks the segments up to the first scan; bytes between segments are skipped, as libjpeg does. */
export const readJpegHeader = (view: DataView): ImageHeader | undefined => {
  if (view.byteLength < 4 || view.getUint16(0) !== startOfImage) return undefined
  let size: Size | undefined
  let at = 2
  while (at + 4 <= view.byteLength) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0x00 || marker === 0xff) {
      at += 1
      continue
    }
    if (standsAlone(marker)) {
      at += 2
      continue
    }
    if (marker === endOfImage) return undefined
    if (marker === startOfScan) {
      const orientation = toOrientationTag(findJpegOrientation(view))
      return size && { format: 'jpeg', mayHaveAlpha: false, ...size, ...(orientation && { orientation }) }
    }
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > view.byteLength) return undefined
    if (isFrame(marker) && length >= 8) {
      size ??= { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at = end
  }
  return undefined
}

/**
 * Encodes an opaque picture through the browser's own encoder, which every browser has. Chromium halves the colour's
 * resolution (4:2:0) below a quality of 100; mozjpeg could keep it, but took 25 times as long. Throws a TypeError for a
 * transparent picture.
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
 * Whether a canvas of this browser holds a picture of this size, which the encoder needs. A canvas that is too large
 * throws in some browsers and stays empty without an error in most.
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
