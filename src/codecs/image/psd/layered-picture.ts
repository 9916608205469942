import type { AlphaMask8, Raster } from '#engine/raster.ts'

/** A layer of a Photoshop file, at the size of the picture. */
export type PictureLayer = {
  readonly name: string
  /** Straight alpha, sRGB. */
  readonly raster: Raster
  /** A mask that is not applied: 0 hides, 255 shows. */
  readonly mask?: AlphaMask8
  readonly blend?: 'multiply'
  /** 0 to 1. */
  readonly opacity?: number
  readonly isHidden?: boolean
}

/** A picture in layers. */
export type LayeredPicture = {
  /** All visible layers merged, for programs without layers. */
  readonly merged: Raster
  /** Layers from bottom to top. */
  readonly layers: readonly PictureLayer[]
}

/** The longest side of a PSD in pixels (Adobe Photoshop File Formats, file header section). */
export const maxPsdSide = 30_000
