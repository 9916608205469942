import type { ModuleStore } from '#base/module-store.ts'
import { memoizePromise } from '#base/promises.ts'
import { decodeImage, decodeInDisplayP3 } from '#codecs/image/decode-image.ts'
import { canEncode, encodeImage } from '#codecs/image/image-writers.ts'
import { readPictureExtras } from '#codecs/image/picture-extras.ts'
import { type Level, levels } from '#contract/image-options.ts'
import { type BlobStore, withKeyPrefix } from '#matting/blob-store.ts'
import type { Device } from '#matting/device.ts'
import { openImageMatter, openLater } from '#matting/image-matter.ts'
import { matteKey } from '#matting/matte-key.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import {
  levelsWithFirstLook,
  listStoredFiles,
  missingBytes,
  type StoredModelFile,
} from '#matting/model-files.ts'
import { openFiles, openNetworks, shippedCatalog } from '#matting/open-networks.ts'
import { createPictureConverter } from './convert-picture.ts'
import { openImagePipeline } from './remove-image.ts'

type EngineReport = Device & {
  readonly missingBytes: Readonly<Record<Level, number>>
  /** See `levelsWithFirstLook`. */
  readonly firstLooks: readonly Level[]
  /** Matte keys by level, of pictures and clips. */
  readonly matteKeys: Readonly<Record<Level, string>>
}

/**
 * Image mode with this browser's codecs, networks and storage, as served by `workers/image.worker.ts`. Loads nothing
 * before the first call, and no network for calls with `need`. `persistentBlobs` outlives this worker: it holds mattes,
 * and model files that the browser's storage refuses. `modules` holds compiled WASM.
 */
export const openImageEngine = (persistentBlobs: BlobStore, modules?: ModuleStore) => {
  const weightsHolder = withKeyPrefix(persistentBlobs, 'model ')
  const networks = memoizePromise(() => openNetworks({ weightsHolder, modules }))
  const files = memoizePromise(() => openFiles(weightsHolder))
  const findFirstLooks = async () =>
    levelsWithFirstLook(shippedCatalog, (await networks()).device, await files())
  const keysOfLevels = async () => {
    const keys = levels.map(async (level) => {
      const kinds = (['image', 'video'] as const).map((kind) => matteKey(shippedCatalog, level, kind))
      return [level, (await Promise.all(kinds)).join()]
    })
    return Object.fromEntries(await Promise.all(keys)) as EngineReport['matteKeys']
  }
  const pipeline = openImagePipeline({
    decodeImage,
    decodeInDisplayP3,
    readExtras: readPictureExtras,
    encodeImage,
    canEncode,
    matter: openLater(async () => openImageMatter(await networks())),
    matteStore: withKeyPrefix(persistentBlobs, 'matte '),
    featureStore: withKeyPrefix(persistentBlobs, 'features '),
    matteKey: (level) => matteKey(shippedCatalog, level, 'image'),
  })
  return {
    ...pipeline,
    convertPicture: createPictureConverter({ decodeImage, decodeInDisplayP3, encodeImage }),
    /** Loads what the first photo at this level needs, and before it what a first look needs. */
    warm: async (level: Level, call: MattingCall): Promise<void> => {
      if ((await findFirstLooks()).includes(level)) await pipeline.warm('fast', call)
      await pipeline.warm(level, call)
    },
    /** The device of the networks, and which model files are missing. */
    describe: async (): Promise<EngineReport> => {
      const { device } = await networks()
      return {
        ...device,
        missingBytes: await missingBytes(shippedCatalog, device, await files()),
        firstLooks: await findFirstLooks(),
        matteKeys: await keysOfLevels(),
      }
    },
    /** The stored model files, for display. */
    listFiles: async (): Promise<readonly StoredModelFile[]> =>
      listStoredFiles(shippedCatalog, await files()),
    deleteFiles: async (): Promise<void> => (await files()).deleteAll(),
  }
}
