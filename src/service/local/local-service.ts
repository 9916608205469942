import type { Channel } from '#channel/call.ts'
import { makeRequestId, type RequestId } from '#contract/ids.ts'
import type { Level } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import { isImageKind, sniff, sniffBytes } from '#contract/sniff.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import type { LocalAccount } from './local-account.ts'
import type { LocalVideos } from './local-videos.ts'

export type LocalParts = {
  /** The worker that computes. */
  readonly engine: Pick<Channel<ImageApi>, 'call' | 'ask'>
  readonly account: LocalAccount
  readonly videos: LocalVideos
  /** Learns the level that is asked for, so that a new worker can be made ready for it. */
  readonly onLevel?: (level: Level) => void
}

/** Removes backgrounds on this device. Images are taken one at a time, in order; so are video jobs, beside them. */
export const openLocalService = ({ engine, account, videos, onLevel }: LocalParts): BackgroundService => ({
  id: 'local',
  traits: { metered: false, offline: true, uploads: false },

  removeImage: async (image, options, call = {}) => {
    const id = makeRequestId()
    try {
      call.signal?.throwIfAborted()
      await checkImage(image)
      onLevel?.(options.level)
      const answer = await engine.call('removeImage', { id, image, options }, call)
      await account.charge(limits.credits.image)
      return answer
    } catch (thrown) {
      throw withRequestId(thrown, id)
    }
  },

  submitVideo: videos.submitVideo,
  getJob: videos.getJob,
  getResult: videos.getResult,

  getAccount: async ({ signal } = {}) => {
    signal?.throwIfAborted()
    return account.read()
  },

  onDevice: {
    videos: videos.onDevice,
    warm: (level, call) => {
      onLevel?.(level)
      return engine.ask('warm', level, call)
    },
    describe: () => engine.ask('describe', undefined),
    listFiles: () => engine.ask('listFiles', undefined),
    deleteFiles: () => engine.ask('deleteFiles', undefined),
  },
})

/** Presence, size and leading bytes, in this order (D-6), before anything is loaded. */
const checkImage = async (image: Blob): Promise<void> => {
  if (image.size === 0) throw new ServiceError('missing_image')
  if (image.size > limits.image.maxBytes) throw new ServiceError('image_too_large')
  const kind = sniff(new Uint8Array(await readHead(image)))
  if (isImageKind(kind)) return
  throw new ServiceError('validation_error', {
    details: { image_file: ['image_file must hold a JPEG, PNG or WebP image.'] },
  })
}

/** Rejects with a `validation_error` where the file is gone or may not be read any more. */
const readHead = (image: Blob): Promise<ArrayBuffer> =>
  image
    .slice(0, sniffBytes)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new ServiceError('validation_error', {
        message: 'The file cannot be read. It may have been moved or changed; choose it again.',
        details: { image_file: ['The file cannot be read.'] },
        cause,
      })
    })

/** Every error of a request names it, so that a report can be matched with a log (Spec, Error object). */
const withRequestId = (thrown: unknown, request_id: RequestId): Error => {
  const error = toServiceError(thrown)
  if (isAbort(error) || error.request_id !== undefined) return error
  return new ServiceError(error.code, {
    ...error.toBody(),
    request_id,
    status: error.status,
    cause: error.cause,
  })
}
