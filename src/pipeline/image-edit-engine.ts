import { memoizePromise } from '#base/promises.ts'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { canEncode, encodeImage } from '#codecs/image/image-codecs.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type BlobStore, withKeyPrefix } from '#matting/blob-store.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { MattingCall } from '#matting/networks.ts'
import type { ClickRequest, EditRequest } from './image-requests.ts'
import { openImagePipeline } from './remove-image.ts'

/** What an edit needs of the networks, and this worker does not find in the store that it shares with theirs. */
export type MissingPart = { readonly missing: 'matte' | 'features' }

/** An edit; `isPrepared` says that what is still missing cannot be had, so that clicks do without features. */
export type EditCall = EditRequest & { readonly isPrepared?: boolean }

/**
 * Edits of images without any network, so that they never wait for a pass: all that `workers/image-edit.worker.ts`
 * serves. Mattes and features are those that the image worker keeps in `persistentBlobs`.
 */
export interface ImageEditEngine {
  /** As `ImagePipeline.editImage`, but for what is missing. */
  editImage(request: EditCall, call: MattingCall): Promise<ImageAnswer | MissingPart>
  /** As `ImagePipeline.openEdits`, but for what is missing. */
  openEdits(request: EditCall, call: MattingCall): Promise<MissingPart | null>
  /** As `ImagePipeline.outlineClick`; null also where something is missing. */
  outlineClick(request: ClickRequest, call: MattingCall): Promise<string | null>
}

class PartMissing extends Error {
  readonly missing: MissingPart['missing']
  constructor(missing: MissingPart['missing']) {
    super(missing)
    this.missing = missing
  }
}

export const openImageEditEngine = (persistentBlobs: BlobStore): ImageEditEngine => {
  let isPrepared = false
  const matter: ImageMatter = {
    device: { backend: 'wasm', threads: 1, precision: 'fp32', label: '', isolated: false, notes: [] },
    isReady: () => true,
    load: async () => {},
    estimate: async () => {
      throw new PartMissing('matte')
    },
    estimateFeatures: async () => {
      throw isPrepared ? new ServiceError('upstream_error') : new PartMissing('features')
    },
  }
  const pipeline = memoizePromise(async () =>
    openImagePipeline({
      decodeImage,
      encodeImage,
      canEncode,
      matter,
      matteStore: withKeyPrefix(persistentBlobs, 'matte '),
      featureStore: withKeyPrefix(persistentBlobs, 'features '),
    }),
  )
  const orMissing = async <T>(request: EditCall, work: () => Promise<T>): Promise<T | MissingPart> => {
    isPrepared = request.isPrepared ?? false
    try {
      return await work()
    } catch (thrown) {
      if (thrown instanceof PartMissing && !isPrepared) return { missing: thrown.missing }
      throw thrown
    }
  }
  return {
    editImage: (request, call) => orMissing(request, async () => (await pipeline()).editImage(request, call)),
    outlineClick: async (request, call) => {
      const outline = await orMissing(request, async () => (await pipeline()).outlineClick(request, call))
      return typeof outline === 'string' ? outline : null
    },
    openEdits: (request, call) =>
      orMissing(request, async () => {
        await (await pipeline()).openEdits(request, call)
        return null
      }),
  }
}
