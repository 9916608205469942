import type { Channel } from '#channel/open-channel.ts'
import { makeRequestId, type RequestId } from '#contract/ids.ts'
import { noEdits } from '#contract/image-edits.ts'
import type { Level } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { checkImage } from '#service/check-input.ts'
import type { SavedEdits } from '#service/on-device-edits.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import type { ImageEditing } from './edit-images.ts'
import { loadLinkedFile } from './load-input.ts'
import type { LocalAccount } from './local-account.ts'
import type { LocalVideos } from './local-videos.ts'

/** What the service of this device is made of. */
export type LocalParts = {
  /** The image worker. */
  readonly engine: Pick<Channel<ImageApi>, 'call' | 'ask'>
  /** Refused where absent. */
  readonly edits?: ImageEditing
  readonly account: LocalAccount
  readonly videos: LocalVideos
  /** Nothing is kept where absent. */
  readonly savedEdits?: SavedEdits
  /** Called with the level of each request, so that a replaced worker can load its networks in advance. */
  readonly onLevel?: (level: Level) => void
}

/** The service of this device. It works on one image and one video job at a time, each in the order of requests. */
export const openLocalService = ({
  engine,
  edits,
  account,
  videos,
  savedEdits = nothingSaved,
  onLevel,
}: LocalParts): BackgroundService => ({
  id: 'local',
  traits: { metered: false, offline: true, uploads: false },

  removeImage: async (image, options, call = {}) => {
    const id = makeRequestId()
    try {
      call.signal?.throwIfAborted()
      await checkImage(image)
      onLevel?.(options.level)
      const answer = await engine.call('removeImage', { id, image, options }, call)
      edits?.setDevice(answer.placement?.device)
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
    savedEdits,
    editImage: async (image, options, edited, call = {}) => {
      const id = makeRequestId()
      try {
        call.signal?.throwIfAborted()
        await checkImage(image)
        const { edits: wanted, alphaFrom, ...parts } = edited
        const request = { id, image, options, ...parts }
        const isEdited = wanted !== undefined || alphaFrom !== undefined
        if (isEdited && !edits) throw new ServiceError('internal_server_error')
        const answer = await (isEdited && edits
          ? edits.editImage({ ...request, edits: wanted ?? noEdits, ...(alphaFrom && { alphaFrom }) }, call)
          : engine.call('removeImage', request, call))
        if (!answer.placement?.reused) await account.charge(limits.credits.image)
        return answer
      } catch (thrown) {
        throw withRequestId(thrown, id)
      }
    },
    prepareEdits: async (image, options, { alphaFrom }, call = {}) => {
      const request = { id: makeRequestId(), image, options, edits: noEdits }
      await edits?.prepare({ ...request, ...(alphaFrom && { alphaFrom }) }, call)
    },
    outlineClick: async (image, options, { edits: made = noEdits, alphaFrom }, click, call = {}) => {
      const request = { id: makeRequestId(), image, options, edits: made, click }
      return (await edits?.outlineClick({ ...request, ...(alphaFrom && { alphaFrom }) }, call)) ?? null
    },
    proposeCutouts: async (image, options, { alphaFrom }, call = {}) => {
      const request = { id: makeRequestId(), image, options, edits: noEdits }
      return (await edits?.proposeCutouts({ ...request, ...(alphaFrom && { alphaFrom }) }, call)) ?? null
    },
    lookCloser: (image, options, call = {}) =>
      engine.call('lookCloser', { id: makeRequestId(), image, options }, call),
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

const nothingSaved: SavedEdits = { read: async () => null, write: async () => {} }

/** Adds the id of the request to its error (Spec, Error object). */
const withRequestId = (thrown: unknown, request_id: RequestId): Error => {
  const error = toServiceError(thrown)
  if (isAbort(error) || error.request_id !== undefined) return error
  return error.with({ request_id })
}
