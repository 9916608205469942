import { askOpenWorker } from '#base/ask-worker.ts'
import type { Size } from '#base/geometry.ts'
import type { EncodeOptions } from '#codecs/image/image-writer.ts'
import type { PrintResolution } from '#codecs/image/print-resolution.ts'
import { toResolutionExif } from '#codecs/image/resolution-exif.ts'
import { usualQuality } from '#contract/result-file.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import type { ColorSpace, Raster } from '#engine/raster.ts'

/** The message to the worker. */
type WebpJob = {
  readonly raster: Raster
  readonly options: typeof lossyMethod | typeof losslessMethod
}

/**
 * Method 1 of 0 to 6: on a photo half the time of libwebp's usual 4, for 4 % more bytes. Alpha is kept losslessly.
 */
const lossyMethod = { quality: usualQuality.webp as number, method: 1, alpha_quality: 100 } as const

/** Method 0: a quarter of the others' time on a photo, for 20 % more bytes. In lossless files quality is effort. */
const losslessMethod = { lossless: 1, quality: 20, method: 0 } as const

type WebpQuality = Pick<EncodeOptions, 'quality' | 'isLossless'>

/** An encoder for successive pictures. The caller closes it. */
type WebpEncoder = {
  /** A WebP without profile and resolution. Rejects with the reason of `signal` as soon as it is aborted. */
  encode(raster: Raster, quality: WebpQuality, signal: AbortSignal | undefined): Promise<Blob>
  close(): void
}

/** Starts libwebp in its own worker, since only ending a worker stops it. */
export const openWebpEncoder = (): WebpEncoder => {
  const worker = new Worker(new URL('./webp-worker.ts', import.meta.url), { type: 'module', name: 'webp' })
  return {
    async encode(raster, { quality = usualQuality.webp, isLossless = false }, signal) {
      const job: WebpJob = { raster, options: isLossless ? losslessMethod : { ...lossyMethod, quality } }
      const encoded = await askOpenWorker<Blob | null>(worker, job, signal)
      if (!encoded) throw new Error('libwebp could not encode this picture')
      return encoded
    },
    close: () => worker.terminate(),
  }
}

/**
 * Encodes a WebP, lossy with lossless alpha unless `isLossless` is set, with libwebp in WebAssembly. A canvas would
 * premultiply (a root mean square error of 12.6 against 3.2 under an alpha below 32), takes longer in Chromium, and
 * cannot encode WebP in Safari.
 */
export const encodeWebp = async (
  raster: Raster,
  { signal, resolution, colorSpace, ...quality }: EncodeOptions,
): Promise<Blob> => {
  const encoder = openWebpEncoder()
  try {
    return await withFields(await encoder.encode(raster, quality, signal), raster, resolution, colorSpace)
  } finally {
    encoder.close()
  }
}

/** Flags of the chunk VP8X (RFC 9649, 2.7.1). */
export const webpFlags = { profile: 0x20, alpha: 0x10, exif: 0x08, animation: 0x02 } as const
const { profile: hasProfile, alpha: hasAlpha, exif: hasExif } = webpFlags
const headerBytes = 12

/** A chunk of RIFF: its name, its length, and its content, padded to an even length. */
export const webpChunk = (name: string, content: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(8 + content.length + (content.length & 1))
  bytes.set(new TextEncoder().encode(name))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

/**
 * Adds to a WebP of libwebp the profile of `colorSpace` and a print resolution, if given: an extended file, with the
 * profile before the picture and EXIF after it (RFC 9649, 2.7).
 */
export const withFields = async (
  webp: Blob,
  { width, height }: Size,
  resolution: PrintResolution | null | undefined,
  colorSpace: ColorSpace = 'srgb',
): Promise<Blob> => {
  const bytes = new Uint8Array(await webp.arrayBuffer())
  const first = new TextDecoder().decode(bytes.subarray(headerBytes, headerBytes + 4))
  const isExtended = first === 'VP8X'
  // The head of a lossless picture has a flag for alpha (RFC 9649, 3.4), the same bit here.
  const alpha = first === 'VP8L' ? (bytes[headerBytes + 12] ?? 0) & hasAlpha : 0
  const extension = isExtended
    ? bytes.slice(headerBytes, headerBytes + 18)
    : webpChunk('VP8X', new Uint8Array(10))
  extension[8] = (extension[8] ?? 0) | hasProfile | alpha | (resolution ? hasExif : 0)
  if (!isExtended)
    for (const [at, side] of [
      [12, width - 1],
      [15, height - 1],
    ] as const)
      extension.set([side & 255, (side >> 8) & 255, side >> 16], at)
  const chunks = [
    extension,
    webpChunk('ICCP', colorProfiles[colorSpace]),
    bytes.subarray(headerBytes + (isExtended ? 18 : 0)),
    ...(resolution ? [webpChunk('EXIF', toResolutionExif(resolution))] : []),
  ]
  const head = bytes.slice(0, headerBytes)
  const length = chunks.reduce((sum, each) => sum + each.length, 4)
  new DataView(head.buffer).setUint32(4, length, true)
  return new Blob([head, ...chunks], { type: webp.type })
}
