import type { ImageFacts } from './result-headers.ts'

declare global {
  /** Merges with the platform's own; this layer, which compiles without any platform, sees only this much. */
  interface Blob {
    readonly size: number
    readonly type: string
  }
}

/** The result of an image request: the encoded image and what the headers say of it. */
export type ImageAnswer = {
  readonly image: Blob
  readonly facts: ImageFacts
  /** Where the result lies in the source; absent where the service does not say. */
  readonly frame?: ImageFrame
}

export type ImageFrame = {
  /** The source as displayed, in pixels. */
  readonly source: { readonly width: number; readonly height: number }
  /** The part of the source that the result shows, in source pixels; may reach past the source. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** The device that computed it, in words: `WebGPU` or `CPU, 2 threads`. */
  readonly device: string
  /** Whether the matte came from an earlier request, so that the network did not run. */
  readonly reused: boolean
}
