import type { encodeImage } from '#codecs/image/image-writers.ts'
import type { Level } from '#contract/image-options.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { Raster } from '#engine/raster.ts'
import type { BlobStore } from '#matting/blob-store.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import type { CanEncode } from './plan-image.ts'

/** What image mode is made of. */
export type ImagePipelineParts = {
  readonly decodeImage: (
    image: Blob,
    call: { readonly signal: AbortSignal; readonly shrinks?: boolean },
  ) => Promise<{ readonly raster: Raster; readonly hasAlpha: boolean }>
  /**
   * Null where sRGB has all colours of the file; `madeSrgb` where only `decodeImage` reads its profile. All results are
   * in sRGB where absent.
   */
  readonly decodeInDisplayP3?: (
    image: Blob,
    call: { readonly signal: AbortSignal },
  ) => Promise<
    | {
        readonly raster: Raster
        readonly hasAlpha: boolean
        /** Colours beyond Display P3 are clipped. */
        readonly exceedsDisplayP3: boolean
      }
    | 'madeSrgb'
    | null
  >
  /** What a file has besides its picture; nothing where absent. Never rejects. */
  readonly readExtras?: (image: Blob) => Promise<readonly LeftOut[]>
  readonly encodeImage: typeof encodeImage
  /** Which sizes `encodeImage` accepts; all where absent. */
  readonly canEncode?: CanEncode
  readonly matter: ImageMatter
  /**
   * Where mattes are kept; in memory where absent. A store that outlives the worker spares the next worker the network.
   */
  readonly matteStore?: BlobStore
  /** The same for what the network sees in photos that are edited. */
  readonly featureStore?: BlobStore
  /** Names what makes the mattes of a level, for both stores; the level does where absent. */
  readonly matteKey?: (level: Level) => Promise<string>
}
