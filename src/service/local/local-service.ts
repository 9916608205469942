import type { Channel } from '#channel/call.ts'
import { makeRequestId, type RequestId } from '#contract/ids.ts'
import type { Level } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { checkImage } from '#service/check-input.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import { loadLinkedFile } from './load-input.ts'
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
    readLink: loadLinkedFile,
  },
})

/** Every error of a request names it, so that a report can be matched with a log (Spec, Error object). */
const withRequestId = (thrown: unknown, request_id: RequestId): Error => {
  const error = toServiceError(thrown)
  if (isAbort(error) || error.request_id !== undefined) return error
  return error.with({ request_id })
}
