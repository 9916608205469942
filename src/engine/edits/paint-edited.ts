import type { Box } from '#base/geometry.ts'
import { alphaOfMixedColors } from '#engine/compose.ts'
import { type AlphaMask8, pixelWords, type Raster } from '#engine/raster.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'
import { cropRaster } from '#engine/resample/resize.ts'
import { copyPatch, growBox } from './alpha-patch.ts'

/** A photo and what was made of it before any edit. */
export type UneditedCutout = {
  readonly picture: Raster
  /** Whether the photo has transparent pixels of its own, by which alpha is multiplied. */
  readonly hasAlpha: boolean
  readonly cutout: Raster
  /** The matte at the photo's size, before it is multiplied by the photo's own alpha. */
  readonly alpha: AlphaMask8
}

/** How far around changed pixels the colours are looked at. */
const contextPixels = 64
/** Most pixels of the copy on which colours are estimated: finer than for a whole photo, since a tile is small. */
const colorPixels = 25_600

/**
 * Paints the pixels of `tile` into `into`, the edited cut-out, for the edited `alpha`. A pixel whose alpha is as before
 * the edits is the same as in the unedited cut-out, bit for bit; any other partly transparent one gets the subject's
 * own colour (D-20), estimated from its surroundings. `edgeColors` mixes that colour (1) with the photo's (0). The
 * result depends on `alpha` alone, not on the edits that led to it.
 */
export function paintEdited(
  into: Raster,
  scene: UneditedCutout,
  alpha: AlphaMask8,
  edgeColors: number,
  tile: Box,
): void {
  const { picture, hasAlpha, cutout } = scene
  const changes = findChanges(scene.alpha, alpha, tile)
  const colors = changes.mixed && estimateAround(scene, alpha, changes.mixed)
  const before = pixelWords(cutout)
  const photo = pixelWords(picture)
  const out = pixelWords(into)
  for (let y = tile.y; y < tile.y + tile.height; y++) {
    const start = y * into.width + tile.x
    if (!changes.any && edgeColors === 1) {
      out.set(before.subarray(start, start + tile.width), start)
      continue
    }
    for (let x = tile.x, at = start; x < tile.x + tile.width; x++, at++) {
      const value = alpha.data[at]
      const isChanged = value !== scene.alpha.data[at]
      if (!isChanged && (edgeColors === 1 || value === 0 || value === 255)) {
        out[at] = before[at]
        continue
      }
      const visible = hasAlpha ? Math.round((value * (photo[at] >>> 24)) / 255) : value
      if (visible === 0) out[at] = 0
      else {
        const estimated = isChanged && colors ? colors.wordAt(x, y) : before[at]
        const color = value === 255 ? photo[at] : mixColors(photo[at], estimated, edgeColors)
        out[at] = (color & 0xffffff) | (visible << 24)
      }
    }
  }
}

/** Whether any pixel of a tile has another alpha than before, and the box around those that are now mixed. */
function findChanges(
  before: AlphaMask8,
  after: AlphaMask8,
  tile: Box,
): { readonly any: boolean; readonly mixed: Box | null } {
  let any = false
  let left = tile.x + tile.width
  let right = -1
  let top = -1
  let bottom = -1
  for (let y = tile.y; y < tile.y + tile.height; y++) {
    for (let x = tile.x, at = y * before.width + tile.x; x < tile.x + tile.width; x++, at++) {
      const value = after.data[at]
      if (before.data[at] === value) continue
      any = true
      if (value === 0 || value === 255) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top < 0) top = y
      bottom = y
    }
  }
  const mixed = top < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  return { any, mixed }
}

/** The subject's own colours around a box. */
function estimateAround({ picture, hasAlpha }: UneditedCutout, alpha: AlphaMask8, box: Box) {
  const window = growBox(box, contextPixels, picture)
  const { width } = window
  const colors = cropRaster(picture, window)
  const matte = { width, height: window.height, data: copyPatch(alpha, window).data }
  estimateForeground(colors, hasAlpha ? alphaOfMixedColors(matte, colors) : matte, colorPixels)
  const words = pixelWords(colors)
  return { wordAt: (x: number, y: number) => words[(y - window.y) * width + x - window.x] }
}

/** Red, green and blue from `from` (share 0) to `to` (share 1), of two pixels as words. */
const mixColors = (from: number, to: number, share: number): number => {
  if (share === 1) return to
  let mixed = 0
  for (let shift = 0; shift < 24; shift += 8) {
    const a = (from >>> shift) & 255
    const b = (to >>> shift) & 255
    mixed |= Math.round(a + (b - a) * share) << shift
  }
  return mixed
}
