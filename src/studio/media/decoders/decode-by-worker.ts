import { askWorker, WorkerNotLoaded } from '#base/ask-worker.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { DecoderAnswer } from './serve-decoder.ts'

/** A picture that a decoder of our own opened: upright. */
type DecodedPicture = Extract<DecoderAnswer, { bitmap: ImageBitmap }>

/** No photo takes as long; a file made to hold the decoder does. */
const slowestPhotoMs = 60_000

/** A decoder for each kind of file that some browsers do not read. */
const workers = {
  heif: () => new Worker(new URL('./heif-worker.ts', import.meta.url), { type: 'module', name: 'heif' }),
  jxl: () => new Worker(new URL('./jxl-worker.ts', import.meta.url), { type: 'module', name: 'jxl' }),
  psd: () => new Worker(new URL('./psd-worker.ts', import.meta.url), { type: 'module', name: 'psd' }),
  tiff: () => new Worker(new URL('./tiff-worker.ts', import.meta.url), { type: 'module', name: 'tiff' }),
} as const satisfies Partial<Record<FileKind, () => Worker>>

/** The kinds of files that `decodeByWorker` reads in every browser. */
type DecodedKind = keyof typeof workers

/** Whether `decodeByWorker` reads files of a kind. */
export const isDecodedKind = (kind: FileKind | undefined): kind is DecodedKind =>
  kind !== undefined && Object.hasOwn(workers, kind)

/**
 * Decodes a picture of a format that browsers may not read. The decoder runs in a worker of its own, loaded at the first such
 * file and ended after each, which frees its memory, and ends whatever a hostile file does to it. Rejects with
 * `validation_error` where the format is one that the decoder knows and does not read, with `image_too_large` where the picture
 * has more pixels than the decoder can unpack, with an Error where the file is damaged, and with the reason `worker_not_loaded` where the decoder cannot be fetched.
 */
export async function decodeByWorker(
  kind: DecodedKind,
  file: Blob,
  signal?: AbortSignal,
  spawn: () => Worker = workers[kind],
): Promise<DecodedPicture> {
  for (let tries = 1; ; tries++)
    try {
      return await decode(kind, spawn(), file, signal)
    } catch (thrown) {
      if (!(thrown instanceof WorkerNotLoaded)) throw thrown
      if (tries > 1)
        throw new ServiceError('internal_server_error', { reason: 'worker_not_loaded', cause: thrown })
    }
}

const decode = async (
  kind: DecodedKind,
  worker: Worker,
  file: Blob,
  signal: AbortSignal | undefined,
): Promise<DecodedPicture> => {
  const slowest = AbortSignal.timeout(slowestPhotoMs)
  const either = signal ? AbortSignal.any([signal, slowest]) : slowest
  const answer = await askWorker<DecoderAnswer>(worker, file, either)
  if ('isNotLoaded' in answer) throw new WorkerNotLoaded()
  if ('unread' in answer)
    throw new ServiceError('validation_error', {
      reason: 'image_colors_unread',
      params: { kind, colors: answer.unread },
      fields: ['image_file'],
    })
  if ('tooLarge' in answer)
    throw new ServiceError('image_too_large', {
      reason: 'image_too_many_pixels',
      params: { kind, ...answer.tooLarge },
    })
  if ('fault' in answer) throw new Error(answer.fault)
  return answer
}
