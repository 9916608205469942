import type { Raster } from '#engine/raster.ts'

/** One picture of a video: upright, 8-bit sRGB with straight alpha, at its time from the video's start. */
export type Frame = {
  readonly raster: Raster
  readonly timestampSeconds: number
  readonly durationSeconds: number
}

/** A stretch of a video: frames with `fromSeconds` <= timestamp < `toSeconds`. */
export type TimeRange = { readonly fromSeconds: number; readonly toSeconds: number }
