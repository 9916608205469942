import type { Raster } from './raster.ts'

/**
 * The pixels of a raster as a number each, R in its lowest byte: a quarter of the reading and writing. All
 * processors with a browser are little-endian, and whoever makes a raster lets it begin at a whole word.
 */
export const pixelWords = ({ width, height, data }: Raster): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, width * height)
