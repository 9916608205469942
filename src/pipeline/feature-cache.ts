import type { Level } from '#contract/image-options.ts'
import { isServiceError } from '#contract/service-error.ts'
import type { FeatureMap, FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { BlobStore } from '#matting/blob-store.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { ImageCall, ImageSource } from './image-requests.ts'
import { putWithin } from './matte-cache.ts'

/** The networks' features of photos, by `nameOf`. */
export interface FeatureCache {
  /** The cached features; null if there are none. */
  read(name: string): Promise<FeatureMaps | null>
  /**
   * The cached features, or those of a new pass, possibly in another worker. Null if there are none or the network
   * cannot be fetched, which the next call retries. Rejects with other errors of the matter, and with the signal's
   * reason.
   */
  find(name: string, source: ImageSource, photo: Raster, call: ImageCall): Promise<FeatureMaps | null>
}

/**
 * Size of photos for features (`imageFeatures` of `src/build/networks/networks.json`): a photo of this size has bit for
 * bit the same features as the original.
 */
export const featureSize = { width: 448, height: 448 } as const

/** Number of photos; features take about 7 MB each. */
const maxEntries = 6

/** Caches features as Blobs in `store`, which may outlive this worker and be shared. */
export const openFeatureCache = (
  store: BlobStore,
  matter: Pick<ImageMatter, 'estimateFeatures'>,
): FeatureCache => {
  const keep = async (name: string, maps: FeatureMaps) => {
    try {
      await putWithin(store, { maxBytes: Number.POSITIVE_INFINITY, maxEntries }, name, toBlob(maps))
    } catch {
      // A full store stays as it is; the pass is repeated.
    }
  }
  const read = async (name: string) => {
    const kept = await store.get(name).catch(() => undefined)
    return kept ? fromBlob(kept) : null
  }
  return {
    read,
    find: async (name, { image, options }, photo, { signal, need }) => {
      const kept = await read(name)
      if (kept) return kept
      if (need) {
        await need({ part: 'features', name, image, options, picture: resizeRaster(photo, featureSize) })
        return read(name)
      }
      const maps = await featuresOrNull(matter, photo, options.level, signal)
      if (maps) await keep(name, maps)
      return maps
    },
  }
}

/** The features of a picture; null if the network cannot be fetched: clicks then use colours and the matte only. */
export const featuresOrNull = (
  matter: Pick<ImageMatter, 'estimateFeatures'>,
  picture: Raster,
  level: Level,
  signal: AbortSignal,
): Promise<FeatureMaps | null> =>
  matter.estimateFeatures(picture, level, { signal, onProgress: () => {} }).catch((cause: unknown) => {
    if (isServiceError(cause) && cause.code === 'upstream_error') return null
    throw cause
  })

/** Memoizes a found value; null is not memoized. */
export const memoizeFound = <T>(find: (signal: AbortSignal) => Promise<T | null>) => {
  let found: T | null = null
  return async (signal: AbortSignal): Promise<T | null> => {
    found ??= await find(signal)
    return found
  }
}

/** Format: count, then width, height and channels of each map as 32-bit integers, then all values. */
const toBlob = (maps: FeatureMaps): Blob =>
  new Blob([
    Uint32Array.of(maps.length, ...maps.flatMap(({ width, height, channels }) => [width, height, channels])),
    ...maps.map(({ data }) => Int8Array.from(data)),
  ])

/** Null if invalid. */
const fromBlob = async (blob: Blob): Promise<FeatureMaps | null> => {
  try {
    const bytes = await blob.arrayBuffer()
    const [count = 0] = new Uint32Array(bytes, 0, 1)
    const sizes = new Uint32Array(bytes, 4, count * 3)
    let start = 4 * (1 + sizes.length)
    return Array.from({ length: count }, (_, i): FeatureMap => {
      const [width = 0, height = 0, channels = 0] = sizes.subarray(i * 3, i * 3 + 3)
      const data = new Int8Array(bytes, start, width * height * channels)
      start += data.length
      return { width, height, channels, data }
    })
  } catch {
    return null
  }
}
