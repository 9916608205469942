import type { Raster } from '#engine/raster.ts'

/** A whole frame of a video, scaled down to at most `mattingPixels`. */
export type SmallFrame = { readonly raster: Raster; readonly timestampSeconds: number }

/** The most pixels of a `SmallFrame`; its matte has the same size. */
export const mattingPixels = 250_000
