import { askWorker } from '#base/ask-worker.ts'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import type { PrintResolution } from '#codecs/image/print-resolution.ts'
import { toResolutionExif } from '#codecs/image/resolution-exif.ts'
import { usualQuality } from '#contract/result-file.ts'
import type { Raster } from '#engine/raster.ts'
import { boxBytes } from '#formats/box-bytes.ts'
import { withMetadata } from './jxl-color-space.ts'

/**
 * Effort from 1 to 9: a third of a second per megapixel on a laptop; the next one takes two to three times as long and
 * saves a twentieth of the bytes. Alpha is always lossless.
 */
const [lossyEffort, losslessEffort] = [4, 3]

/** The message to the worker. */
type JxlJob = {
  readonly raster: Raster
  readonly options: { readonly lossless: boolean; readonly quality: number; readonly effort: number }
}

/**
 * Encodes a JPEG XL with libjxl in WebAssembly, in one thread, with lossless alpha. No browser encodes JPEG XL. Each
 * call has its own worker, since only ending a worker stops the encoder.
 */
export const encodeJxl = async (
  raster: Raster,
  { signal, resolution, colorSpace, quality = usualQuality.jxl, isLossless = false }: EncodeOptions,
): Promise<Blob> => {
  const worker = new Worker(new URL('./jxl-encode-worker.ts', import.meta.url), {
    type: 'module',
    name: 'jxl-encode',
  })
  const effort = isLossless ? losslessEffort : lossyEffort
  const job: JxlJob = { raster, options: { lossless: isLossless, quality, effort } }
  const encoded = await askWorker<Blob | null>(worker, job, signal)
  if (!encoded) throw new Error('libjxl could not encode this picture')
  return withFields(new Uint8Array(await encoded.arrayBuffer()), {
    isLossless,
    colorSpace,
    resolution: resolution ?? null,
  })
}

type Fields = Pick<EncodeOptions, 'isLossless' | 'colorSpace' | 'resolution'>

/** Adds the colour space to a codestream of libjxl, and boxes with EXIF if a print resolution is given. */
export const withFields = (
  codestream: Uint8Array<ArrayBuffer>,
  { isLossless = false, colorSpace = 'srgb', resolution = null }: Fields,
): Blob => {
  const named =
    colorSpace === 'srgb' ? codestream : withMetadata(codestream, { isLossy: !isLossless, colorSpace })
  return resolution ? inBoxes(named, resolution) : new Blob([named], { type: 'image/jxl' })
}

/** A file of boxes (ISO/IEC 18181-2) with EXIF. */
const inBoxes = (codestream: Uint8Array<ArrayBuffer>, resolution: PrintResolution): Blob => {
  const boxes = [
    boxBytes('JXL ', Uint8Array.of(0x0d, 0x0a, 0x87, 0x0a)),
    boxBytes('ftyp', new TextEncoder().encode('jxl \0\0\0\0jxl ')),
    // First comes the offset of the TIFF block.
    boxBytes('Exif', new Uint8Array(4), toResolutionExif(resolution)),
    boxBytes('jxlc', codestream),
  ]
  return new Blob(boxes, { type: 'image/jxl' })
}
