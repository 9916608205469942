import type { encodeImage } from '#codecs/image/image-writers.ts'
import type { Level } from '#contract/image-options.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { Raster } from '#engine/raster.ts'
import type { BlobStore } from '#matting/blob-store.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { CanEncode } from './plan-image.ts'

/** The parts of image mode. */
export type ImagePipelineParts = {
  readonly decodeImage: (
    image: Blob,
    call: { readonly signal: AbortSignal; readonly shrinks?: boolean },
  ) => Promise<{ readonly raster: Raster; readonly hasAlpha: boolean }>
  /**
   * Null if sRGB contains all colours of the file; `madeSrgb` if only `decodeImage` reads its profile. If absent, all
   * results are in sRGB.
   */
  readonly decodeInDisplayP3?: (
    image: Blob,
    call: { readonly signal: AbortSignal },
  ) => Promise<
    | {
        readonly raster: Raster
        readonly hasAlpha: boolean
        /** Whether colours beyond Display P3 are clipped. */
        readonly exceedsDisplayP3: boolean
      }
    | 'madeSrgb'
    | null
  >
  /** What a file has besides its picture. Never rejects. */
  readonly readExtras?: (image: Blob) => Promise<readonly LeftOut[]>
  readonly encodeImage: typeof encodeImage
  /** Which sizes `encodeImage` accepts; default: all. */
  readonly canEncode?: CanEncode
  readonly matter: ImageMatter
  /** Storage of mattes; default: memory. A store that outlives the worker saves the next one the network. */
  readonly matteStore?: BlobStore
  /** Storage of features; default: memory. */
  readonly featureStore?: BlobStore
  /** The matte key of a level, for both stores; default: the level. */
  readonly matteKey?: (level: Level) => Promise<string>
}
