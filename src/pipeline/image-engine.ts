import type { ModuleStore } from '#base/module-store.ts'
import { memoizePromise } from '#base/promises.ts'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { canEncode, encodeImage } from '#codecs/image/image-codecs.ts'
import type { Level } from '#contract/image-options.ts'
import { type BlobStore, withKeyPrefix } from '#matting/blob-store.ts'
import type { Device } from '#matting/device.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { listStoredFiles, missingBytes, type StoredModelFile } from '#matting/model-files.ts'
import { openFiles, openNetworks, shippedCatalog } from '#matting/open-networks.ts'
import { type ImagePipeline, openImagePipeline } from './remove-image.ts'

/** Image mode with this browser's codecs, networks and storage, as `workers/image.worker.ts` serves it. */
interface ImageEngine extends Pick<ImagePipeline, 'removeImage' | 'prepareEdits' | 'lookCloser' | 'warm'> {
  describe(): Promise<EngineReport>
  /** The model files that this browser keeps, for people. */
  listFiles(): Promise<readonly StoredModelFile[]>
  deleteFiles(): Promise<void>
}

type EngineReport = Device & { readonly missingBytes: Readonly<Record<Level, number>> }

/**
 * Loads nothing before the first call. `persistentBlobs` outlives this worker: it keeps mattes, and the model files
 * that the browser's own storage does not take. `modules` keeps compiled WASM.
 */
export const openImageEngine = (persistentBlobs: BlobStore, modules?: ModuleStore): ImageEngine => {
  const weightsHolder = withKeyPrefix(persistentBlobs, 'model ')
  const matter = memoizePromise(async () => openImageMatter(await openNetworks({ weightsHolder, modules })))
  const pipeline = memoizePromise(async () =>
    openImagePipeline({
      decodeImage,
      encodeImage,
      canEncode,
      matter: await matter(),
      matteStore: withKeyPrefix(persistentBlobs, 'matte '),
      featureStore: withKeyPrefix(persistentBlobs, 'features '),
    }),
  )
  const files = memoizePromise(() => openFiles(weightsHolder))
  return {
    removeImage: async (request, call) => (await pipeline()).removeImage(request, call),
    prepareEdits: async (request, call) => (await pipeline()).prepareEdits(request, call),
    lookCloser: async (request, call) => (await pipeline()).lookCloser(request, call),
    warm: async (level, call) => (await pipeline()).warm(level, call),
    describe: async () => {
      const { device } = await matter()
      return { ...device, missingBytes: await missingBytes(shippedCatalog, device, await files()) }
    },
    listFiles: async () => listStoredFiles(shippedCatalog, await files()),
    deleteFiles: async () => (await files()).deleteAll(),
  }
}
