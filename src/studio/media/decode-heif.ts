import { askWorker, WorkerNotLoaded } from '#base/ask-worker.ts'
import { mendScripts } from '#base/mend-files.ts'
import { ServiceError } from '#contract/service-error.ts'

type DecodedHeif = { readonly bitmap: ImageBitmap; readonly hasAlpha: boolean }

/** What the worker answers: the picture, why there is none, or that its program did not come. */
export type HeifAnswer = DecodedHeif | { readonly fault: string } | { readonly isNotLoaded: true }

/** No photo takes as long; a file made to hold the decoder does. */
const slowestPhotoMs = 60_000

/**
 * Decodes HEIC by libheif compiled to WebAssembly, for browsers that read none: the primary picture, upright, with its
 * alpha. It runs in a worker of its own, loaded at the first such file and ended after each, which frees its memory, and
 * ends whatever a hostile file does to it. Rejects where libheif finds no picture of a codec that it reads, and with the
 * reason `worker_not_loaded` where the decoder cannot be fetched, also after a look at what the cache holds for it.
 */
export async function decodeHeif(
  file: Blob,
  signal?: AbortSignal,
  spawn: () => Worker = spawnDecoder,
  mend: () => Promise<unknown> = mendScripts,
): Promise<DecodedHeif> {
  for (let tries = 1; ; tries++)
    try {
      return await decode(spawn(), file, signal)
    } catch (thrown) {
      if (!(thrown instanceof WorkerNotLoaded)) throw thrown
      if (tries > 1)
        throw new ServiceError('internal_server_error', { reason: 'worker_not_loaded', cause: thrown })
      await mend().catch(() => {})
    }
}

const decode = async (worker: Worker, file: Blob, signal: AbortSignal | undefined): Promise<DecodedHeif> => {
  const slowest = AbortSignal.timeout(slowestPhotoMs)
  const either = signal ? AbortSignal.any([signal, slowest]) : slowest
  const answer = await askWorker<HeifAnswer>(worker, file, either)
  if ('isNotLoaded' in answer) throw new WorkerNotLoaded()
  if ('fault' in answer) throw new Error(answer.fault)
  return answer
}

const spawnDecoder = () =>
  new Worker(new URL('./heif-worker.ts', import.meta.url), { type: 'module', name: 'heif' })
