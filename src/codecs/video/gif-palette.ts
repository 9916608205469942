import { quantize } from 'gifenc'
import { createPaletteMap, type Palette, type PaletteMap, samplePixels } from '#engine/color/palette-map.ts'
import type { Raster } from '#engine/raster.ts'

/** Pixels that a palette is made of, and those it is judged by. */
const paletteSamples = 40_000
const judgeSamples = 4000
/** Dither in levels, a level of error: enough to hide the steps, and none where colours are met exactly. */
const spreadPerError = 3
const mostSpread = 28

/** The index that no colour has: for transparent pixels, or for those that stay as they were. */
export const emptyIndex = 0

export type FramePalette = { readonly map: PaletteMap; readonly spread: number }

/**
 * Chooses the palette of each frame: the one before while it fits, so that still parts don't shimmer, and a new
 * one where the colours have changed.
 */
export const createPaletteChoice = (): ((raster: Raster) => FramePalette) => {
  let held: (FramePalette & { readonly error: number }) | undefined
  return (raster) => {
    const judged = samplePixels(raster, judgeSamples)
    if (held && held.map.errorOf(judged) <= held.error * 1.3 + 0.7) return held
    const map = createPaletteMap(paletteOf(raster), emptyIndex + 1)
    const error = map.errorOf(judged)
    held = { map, error, spread: Math.min(mostSpread, error * spreadPerError) }
    return held
  }
}

const paletteOf = (raster: Raster): Palette => {
  const samples = samplePixels(raster, paletteSamples)
  const colours = samples.length === 0 ? [[0, 0, 0]] : quantize(samples, 255)
  return [[0, 0, 0], ...colours.map(([r = 0, g = 0, b = 0]) => [r, g, b] as const)]
}
