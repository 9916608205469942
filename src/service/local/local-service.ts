import type { ComputeDevice } from '#contract/compute-device.ts'
import { makeRequestId, type RequestId } from '#contract/ids.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { noEdits } from '#contract/image-edits.ts'
import type { Level } from '#contract/image-options.ts'
import { limits } from '#contract/limits.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { BackgroundService, UnreadableRecords } from '#library/background-service.ts'
import type { KeptItems } from '#library/kept-items.ts'
import type { FoundEdits } from '#library/on-device-edits.ts'
import type { LocalAccount } from '#library/store/local-account.ts'
import type { WorkerCalls } from '#library/workers/worker-calls.ts'
import { checkImage } from '#service/check-input.ts'
import { deviceFacts } from '#service/later-service.ts'
import { loadLinkedFile } from './load-input.ts'
import type { LocalVideos } from './local-videos.ts'

/** The parts of this device's service. */
type LocalParts = {
  readonly calls: WorkerCalls
  readonly account: LocalAccount
  readonly videos: LocalVideos
  readonly savedEdits?: FoundEdits
  readonly keptItems?: KeptItems
  readonly unreadable?: UnreadableRecords
  /** Called with each requested level, so that a replaced worker can load its networks in advance. */
  readonly onLevel?: (level: Level) => void
}

/** The service of this device. It processes one image and one video job at a time, in order. */
export const openLocalService = ({
  calls,
  account,
  videos,
  savedEdits = nothingSaved,
  keptItems,
  unreadable = nothingUnreadable,
  onLevel,
}: LocalParts): BackgroundService => {
  /** The device of the last estimated matte. */
  let device: ComputeDevice | undefined
  /** The worker of edits has no networks, so its answers lack the device. */
  const withDevice = ({ placement, ...answer }: ImageAnswer): ImageAnswer => ({
    ...answer,
    ...(placement && { placement: { ...placement, device: device ?? placement.device } }),
  })
  return {
    ...deviceFacts,

    removeImage: async (image, options, call = {}) => {
      const id = makeRequestId()
      try {
        call.signal?.throwIfAborted()
        const { keepsGamut, readsAll = false, ...calling } = call
        await checkImage(image, readsAll)
        onLevel?.(options.level)
        const request = { id, image, options, ...(keepsGamut && { keepsGamut }), isOfApi: !readsAll }
        const answer = await calls.removeImage(request, calling)
        device = answer.placement?.device ?? device
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
      workers: calls,
      videos: videos.onDevice,
      savedEdits,
      keptItems: keptItems ?? null,
      unreadable,
      editImage: async (image, options, edited, call = {}) => {
        const id = makeRequestId()
        try {
          call.signal?.throwIfAborted()
          await checkImage(image, true)
          const { edits: wanted, alphaFrom, ...parts } = edited
          const request = { id, image, options, ...parts }
          const isEdited = wanted !== undefined || alphaFrom !== undefined
          const edit = { ...request, edits: wanted ?? noEdits, ...(alphaFrom && { alphaFrom }) }
          const answer = isEdited
            ? withDevice(await calls.editImage(edit, call))
            : await calls.removeImage(request, call)
          if (!answer.placement?.reused && !edited.isFirstLook) await account.charge(limits.credits.image)
          return answer
        } catch (thrown) {
          throw withRequestId(thrown, id)
        }
      },
      warm: (level, call) => {
        onLevel?.(level)
        return calls.warm(level, call)
      },
      readLink: loadLinkedFile,
    },
  }
}

interface RecordStore {
  unreadable(): Promise<readonly string[]>
  delete(ids: readonly string[]): Promise<void>
}

/** The unreadable records of several stores. `sweep` deletes unreferenced files. */
export const openUnreadable = (
  stores: readonly RecordStore[],
  sweep: () => Promise<unknown>,
): UnreadableRecords => ({
  count: async () => (await Promise.all(stores.map((store) => store.unreadable()))).flat().length,
  delete: async () => {
    for (const store of stores) await store.delete(await store.unreadable())
    await sweep()
  },
})

const nothingUnreadable: UnreadableRecords = { count: async () => 0, delete: async () => {} }
const nothingSaved: FoundEdits = { find: async () => null, read: async () => null, write: async () => {} }

/** Adds the request's id to its error (Spec, Error object). */
const withRequestId = (thrown: unknown, request_id: RequestId): Error => {
  const error = toServiceError(thrown)
  if (isAbort(error) || error.request_id !== undefined) return error
  return error.with({ request_id })
}
