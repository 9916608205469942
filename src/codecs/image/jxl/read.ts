import wasmUrl from 'jxl-oxide-wasm/module.wasm?url'
import { askWorker, WorkerNotLoaded } from '#base/ask-worker.ts'
import {
  checkDecodedSize,
  type DecodedPng,
  fetchProgram,
  type PictureDecoder,
} from '#codecs/image/decoded.ts'
import { readDeepPng } from '#codecs/image/png/read-deep.ts'
import { partNotLoaded } from '#contract/load-part.ts'
import { crc32 } from '#engine/crc32.ts'
import { pngChunks } from '#formats/chunks.ts'
import { jxlHeader } from './jxl-header.ts'

/** jxl-oxide takes 34 bytes a pixel, and its memory ends at 4 GiB. */
const maxPixels = 68e6
/** Ten times the duration of `maxPixels`: a tiny file may contain endless pictures, of which one is decoded. */
const longestMs = 300_000

/** Sends a file to a worker of its own. Rejects if the file is damaged, or the decoder does not load. */
const ask = async <A extends object | number>(
  question: 'png' | 'count',
  bytes: ArrayBuffer,
  signal?: AbortSignal,
): Promise<A> => {
  const program = await fetchProgram(wasmUrl)
  const worker = new Worker(new URL('./jxl-worker.ts', import.meta.url), { type: 'module', name: 'jxl' })
  const ends = AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])])
  const answer = askWorker<A | null>(worker, [question, program, bytes], ends)
  const found = await answer.catch((cause: unknown) => {
    throw cause instanceof WorkerNotLoaded ? partNotLoaded(cause) : cause
  })
  if (found === null) throw new Error('jxl-oxide finds no picture.')
  return found
}

const toPng = async (file: Blob, signal?: AbortSignal): Promise<DecodedPng> => {
  const bytes = await file.arrayBuffer()
  const { isPremultiplied, isLossyWide, width, height } = jxlHeader(new Uint8Array(bytes))
  checkDecodedSize('jxl', { width, height }, maxPixels)
  const png = await ask<Uint8Array<ArrayBuffer>>('png', bytes, signal)
  nameDisplayP3(png)
  return { png: new Blob([png], { type: 'image/png' }), isPremultiplied, isMadeSrgb: isLossyWide }
}

/** The number of frames of a file; a still one loads no decoder. Rejects as `jxlDecoder`. */
export const countFrames = async (file: Blob): Promise<number> => {
  const bytes = await file.arrayBuffer()
  return jxlHeader(new Uint8Array(bytes)).isMoving ? await ask<number>('count', bytes) : 1
}

/**
 * Corrects the number of primaries: jxl-oxide writes that of DCI P3, with a greener white, for Display P3 (ITU-T H.273,
 * 11 and 12).
 */
const nameDisplayP3 = (png: Uint8Array): void => {
  const view = new DataView(png.buffer)
  for (const { name, at, from, to } of pngChunks(view)) {
    if (name === 'IDAT') return
    if (name !== 'cICP' || png[from] !== 11) continue
    png[from] = 12
    view.setUint32(to, crc32(png.subarray(at + 4, to)))
  }
}

/** Reads JPEG XL with jxl-oxide, each file in a worker of its own, which frees the memory. */
export const jxlDecoder: PictureDecoder<DecodedPng> = {
  read: toPng,
  // jxl-oxide clips colours of XYB to sRGB.
  readDeep: async (file) => {
    const { isPremultiplied, isLossyWide } = jxlHeader(new Uint8Array(await file.arrayBuffer()))
    return isPremultiplied || isLossyWide ? null : readDeepPng((await toPng(file)).png)
  },
}
