type DecodedHeif = { readonly bitmap: ImageBitmap; readonly hasAlpha: boolean }

/** What the worker answers: the picture, or why there is none. */
export type HeifAnswer = DecodedHeif | { readonly fault: string }

/** No photo takes as long; a file made to hold the decoder does. */
const maxSeconds = 60

/**
 * Decodes HEIC by libheif compiled to WebAssembly, for browsers that read none: the primary picture, upright, with its
 * alpha. It runs in a worker of its own, loaded at the first such file and ended after each, which frees its memory, and
 * ends whatever a hostile file does to it. Rejects where libheif finds no picture of a codec that it reads.
 */
export async function decodeHeif(file: Blob, signal?: AbortSignal): Promise<DecodedHeif> {
  const worker = new Worker(new URL('./heif-worker.ts', import.meta.url), { type: 'module', name: 'heif' })
  const { promise, resolve, reject } = Promise.withResolvers<DecodedHeif>()
  worker.onmessage = ({ data }: MessageEvent<HeifAnswer>) =>
    'bitmap' in data ? resolve(data) : reject(new Error(data.fault))
  worker.onerror = ({ message }) => reject(new Error(`The HEIC decoder failed: ${message}`))
  const stop = () => reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  const timer = setTimeout(() => reject(new Error('The HEIC decoder did not end.')), maxSeconds * 1000)
  try {
    signal?.throwIfAborted()
    worker.postMessage(file)
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    worker.terminate()
  }
}
