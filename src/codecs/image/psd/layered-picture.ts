import type { AlphaMask8, Raster } from '#engine/raster.ts'

/** A layer of a Photoshop file, of the size of the picture. */
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
  /** All visible layers in one, for programs that know nothing of layers. */
  readonly merged: Raster
  /** From the bottom. */
  readonly layers: readonly PictureLayer[]
}

/** The most pixels a side that a PSD holds (Adobe Photoshop File Formats, file header section). */
export const maxPsdSide = 30_000
