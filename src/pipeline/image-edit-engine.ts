import { memoizePromise } from '#base/promises.ts'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { canEncode, encodeImage } from '#codecs/image/image-codecs.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { TakeEdit } from '#contract/image-edits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { type BlobStore, withKeyPrefix } from '#matting/blob-store.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { featureSize } from './feature-cache.ts'
import type { ImagePipelineParts } from './image-pipeline-parts.ts'
import type { ClickRequest, EditedSource, EditRequest } from './image-requests.ts'
import { openImagePipeline } from './remove-image.ts'

/**
 * What an edit needs of the networks, and this worker does not find in the store that it shares with theirs; for features
 * with the photo as networks look at it, so that they need not decode it.
 */
type MissingPart = { readonly missing: 'matte' } | { readonly missing: 'features'; readonly picture: Raster }

/** That what is still missing cannot be had, so that clicks do without features. */
type Prepared = { readonly isPrepared?: boolean }

/**
 * Edits of images without any network, so that they never wait for a pass: what a second worker of
 * `workers/image.worker.ts` serves. Mattes and features are those that the first keeps in `persistentBlobs`.
 */
interface ImageEditEngine {
  /** As `ImagePipeline.editImage`, but for what is missing. */
  editImage(request: EditRequest & Prepared, call: MattingCall): Promise<ImageAnswer | MissingPart>
  /** As `ImagePipeline.openEdits`, but for what is missing. */
  openEdits(request: EditedSource & Prepared, call: MattingCall): Promise<MissingPart | null>
  /** As `ImagePipeline.outlineClick`; null also where something is missing. */
  outlineClick(request: ClickRequest, call: MattingCall): Promise<string | null>
  /** As `ImagePipeline.proposeCutouts`; null also where something is missing. */
  proposeCutouts(request: EditedSource, call: MattingCall): Promise<readonly TakeEdit[] | null>
}

class PartMissing extends Error {
  readonly part: MissingPart
  constructor(part: MissingPart) {
    super(part.missing)
    this.part = part
  }
}

type ImageCodecs = Pick<ImagePipelineParts, 'decodeImage' | 'encodeImage' | 'canEncode'>

/** `codecs` are those of the browser unless told. */
export const openImageEditEngine = (
  persistentBlobs: BlobStore,
  codecs: ImageCodecs = { decodeImage, encodeImage, canEncode },
): ImageEditEngine => {
  /** The signals of calls for which nothing more can be made. */
  const prepared = new WeakSet<AbortSignal>()
  const matter: ImageMatter = {
    device: { backend: 'wasm', threads: 1, precision: 'fp32', label: '', isolated: false, notes: [] },
    isReady: () => true,
    load: async () => {},
    estimate: async () => {
      throw new PartMissing({ missing: 'matte' })
    },
    estimateFeatures: async (photo, _level, { signal }) => {
      if (prepared.has(signal)) throw new ServiceError('upstream_error')
      throw new PartMissing({ missing: 'features', picture: resizeRaster(photo, featureSize) })
    },
  }
  const pipeline = memoizePromise(async () =>
    openImagePipeline({
      ...codecs,
      matter,
      matteStore: withKeyPrefix(persistentBlobs, 'matte '),
      featureStore: withKeyPrefix(persistentBlobs, 'features '),
    }),
  )
  const orMissing = async <T>(
    { isPrepared = false }: Prepared,
    call: MattingCall,
    work: (call: MattingCall) => Promise<T>,
  ): Promise<T | MissingPart> => {
    // A signal of its own tells this call from those beside it.
    const signal = AbortSignal.any([call.signal])
    if (isPrepared) prepared.add(signal)
    try {
      return await work({ ...call, signal })
    } catch (thrown) {
      if (thrown instanceof PartMissing && !isPrepared) return thrown.part
      throw thrown
    }
  }
  return {
    editImage: (request, call) =>
      orMissing(request, call, async (own) => (await pipeline()).editImage(request, own)),
    outlineClick: async (request, call) => {
      const outline = await orMissing({}, call, async (own) => (await pipeline()).outlineClick(request, own))
      return typeof outline === 'string' ? outline : null
    },
    proposeCutouts: async (request, call) => {
      const proposed = await orMissing({}, call, async (own) =>
        (await pipeline()).proposeCutouts(request, own),
      )
      return proposed && 'missing' in proposed ? null : proposed
    },
    openEdits: (request, call) =>
      orMissing(request, call, async (own) => {
        await (await pipeline()).openEdits(request, own)
        return null
      }),
  }
}
