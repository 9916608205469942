import { askWorker } from '#base/ask-worker.ts'
import type { EncodeOptions, ImageHeader } from '#codecs/image/image-codec.ts'
import { findOrientation, type OrientationTag } from '#codecs/image/orientation.ts'
import { usualQuality } from '#contract/result-file.ts'
import type { Raster } from '#engine/raster.ts'
import { withFields } from './webp-fields.ts'

const fourCc = (text: string): number =>
  [...text].reduce((code, letter) => code * 256 + letter.charCodeAt(0), 0)

const riff = fourCc('RIFF')
const webp = fourCc('WEBP')
const extended = fourCc('VP8X')
const lossy = fourCc('VP8 ')
const lossless = fourCc('VP8L')
const frame = fourCc('ANMF')
const alpha = fourCc('ALPH')
const exif = fourCc('EXIF')

/** Reads the canvas of an extended file, else the size of its one frame (RFC 9649, section 2). */
export const readWebpHeader = (view: DataView): ImageHeader | undefined => {
  if (view.byteLength < 20 || view.getUint32(0) !== riff || view.getUint32(8) !== webp) return undefined
  let width = 0
  let height = 0
  let mayHaveAlpha = false
  let hasPixels = false
  let orientation: OrientationTag | undefined
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const type = view.getUint32(at)
    const body = at + 8
    const length = view.getUint32(at + 4, true)
    const end = Math.min(body + length, view.byteLength)
    if (type === extended && end - body >= 10) {
      mayHaveAlpha = (view.getUint8(body) & 0x10) !== 0
      width = Math.max(width, 1 + uint24(view, body + 4))
      height = Math.max(height, 1 + uint24(view, body + 7))
    } else if (type === lossy && end - body >= 10) {
      hasPixels = true
      width = Math.max(width, view.getUint16(body + 6, true) & 0x3fff)
      height = Math.max(height, view.getUint16(body + 8, true) & 0x3fff)
    } else if (type === lossless && end - body >= 5) {
      const packed = view.getUint32(body + 1, true)
      hasPixels = true
      width = Math.max(width, 1 + (packed & 0x3fff))
      height = Math.max(height, 1 + ((packed >>> 14) & 0x3fff))
      mayHaveAlpha ||= ((packed >>> 28) & 1) !== 0
    } else if (type === frame) {
      hasPixels = true
      mayHaveAlpha = true
    } else if (type === alpha) {
      mayHaveAlpha = true
    } else if (type === exif) {
      const marked = end - body > 6 && view.getUint32(body) === fourCc('Exif')
      orientation = findOrientation(view, marked ? body + 6 : body, end)
    }
    at = body + length + (length & 1)
  }
  if (!hasPixels) return undefined
  return { format: 'webp', width, height, mayHaveAlpha, ...(orientation && { orientation }) }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** What goes to the worker. */
type WebpJob = {
  readonly raster: Raster
  readonly options: typeof lossyMethod | typeof losslessMethod
}

/**
 * Method 1 of 0 to 6: on a photo half the time of libwebp's usual 4, for 4 % more bytes. Alpha is kept losslessly.
 */
const lossyMethod = { quality: usualQuality.webp as number, method: 1, alpha_quality: 100 } as const

/** Method 0 took a quarter of the time of the others on a photo, for 20 % more bytes. Here quality is effort. */
const losslessMethod = { lossless: 1, quality: 20, method: 0 } as const

/**
 * Encodes a WebP, lossy with lossless alpha unless `isLossless` is set, through libwebp compiled to WebAssembly, not through a canvas: that one
 * premultiplies (a root mean square error of 12.6 against 3.2 under an alpha below 32), takes longer than this in
 * Chromium, and is missing in Safari. It runs in a worker of its own, because only ending a worker stops it.
 */
export const encodeWebp = async (
  raster: Raster,
  { signal, resolution, colorSpace, quality = usualQuality.webp, isLossless = false }: EncodeOptions,
): Promise<Blob> => {
  const worker = new Worker(new URL('./webp-worker.ts', import.meta.url), { type: 'module', name: 'webp' })
  const job: WebpJob = { raster, options: isLossless ? losslessMethod : { ...lossyMethod, quality } }
  const encoded = await askWorker<Blob | null>(worker, job, signal)
  if (!encoded) throw new Error('libwebp could not encode this picture')
  return withFields(encoded, raster, resolution, colorSpace)
}
