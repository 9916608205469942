import type { Size } from '#engine/raster.ts'

/** The size that frames are given at: the wanted one, but never larger than displayed, on neither side. */
export const readingSize = (shown: Size, wanted: Size | undefined): Size => ({
  width: Math.min(shown.width, wanted?.width ?? shown.width),
  height: Math.min(shown.height, wanted?.height ?? shown.height),
})
