import type { Box } from '#base/geometry.ts'
import { type AlphaMask8, isOpaque, pixelWords, type Raster } from '#engine/raster.ts'
import { type ColorLayers, estimateLayers, moveToLayers } from '#engine/refine/estimate-foreground.ts'
import { reduceByCells } from '#engine/resample/reduce-by-cells.ts'
import { cropRaster } from '#engine/resample/resize.ts'
import { growBox, pixelBox } from './alpha-patch.ts'

/** A photo and its alpha before any edit. */
export type UneditedPhoto = {
  readonly picture: Raster
  /** Whether the photo has transparent pixels of its own, by which alpha is multiplied. */
  readonly hasAlpha: boolean
  /** The matte at the photo's size, before it is multiplied by the photo's own alpha. */
  readonly alpha: AlphaMask8
}

/** How far around changed pixels the colours are looked at. */
const contextPixels = 64
/**
 * Photos of fewer pixels are looked at as they are; of larger ones cells of several pixels, of this side at most: finer
 * than the copy that the colours of the unedited cut-out come from.
 */
const plainPixels = 200_000
const maxCell = 8

/** How far from a tile alpha may matter to the colours of its mixed pixels, in pixels of the photo. */
export const colorReach = contextPixels + maxCell

/** A copy of a photo on which the colours of edited edges are estimated: one pixel for each `cell` x `cell` of it. */
export type ColorCopy = { readonly raster: Raster; readonly cell: number }

export function colorCopy(picture: Raster): ColorCopy {
  const { width, height } = picture
  const cell = Math.min(maxCell, Math.max(1, Math.floor(Math.sqrt((width * height) / plainPixels))))
  return { raster: cell === 1 ? picture : reduceByCells(picture, cell, cell, isOpaque(picture)), cell }
}

/** The pixels of a tile, one word each, row by row. */
export function tilePixels(raster: Raster, { x, y, width, height }: Box): Uint32Array {
  const words = pixelWords(raster)
  const pixels = new Uint32Array(width * height)
  for (let row = 0; row < height; row++) {
    const start = (y + row) * raster.width + x
    pixels.set(words.subarray(start, start + width), row * width)
  }
  return pixels
}

/**
 * Paints the pixels of `tile` into `into`, the edited cut-out, for the edited `alpha`; `before` are the tile's pixels in the
 * unedited cut-out. A pixel whose alpha is as before
 * the edits is the same as in the unedited cut-out, bit for bit; any other partly transparent one gets the subject's
 * own colour (D-20), estimated from its surroundings. `edgeColors` mixes that colour (1) with the photo's (0). The
 * result depends on `alpha` alone, not on the edits that led to it. `small` is `colorCopy` of the photo.
 */
export function paintEdited(
  into: Raster,
  before: Uint32Array,
  scene: UneditedPhoto,
  small: ColorCopy,
  alpha: AlphaMask8,
  edgeColors: number,
  tile: Box,
): void {
  const { picture, hasAlpha } = scene
  const { changed, mixed } = findChanges(scene.alpha, alpha, tile)
  const colors = mixed && estimateAround(scene, small, alpha, mixed)
  const photo = pixelWords(picture)
  const out = pixelWords(into)
  const { data: now } = alpha
  const { data: unedited } = scene.alpha
  const { width, data } = into
  // With the photo's own colours at edges, pixels may differ from those of the cut-out though their alpha does not.
  const isPure = edgeColors === 1
  const painted = isPure ? changed : tile
  for (let y = tile.y; y < tile.y + tile.height; y++) {
    const start = y * width + tile.x
    const row = (y - tile.y) * tile.width
    out.set(before.subarray(row, row + tile.width), start)
    if (!painted || y < painted.y || y >= painted.y + painted.height) continue
    const down = colors ? (y + 0.5) / small.cell - 0.5 - colors.y : 0
    const end = y * width + painted.x + painted.width
    for (let x = painted.x, at = y * width + x; at < end; x++, at++) {
      const value = now[at]
      const isChanged = value !== unedited[at]
      if (!isChanged && (isPure || value === 0 || value === 255)) continue
      const visible = hasAlpha ? Math.round((value * (photo[at] >>> 24)) / 255) : value
      if (visible === 0) {
        out[at] = 0
        continue
      }
      if (isChanged) out[at] = photo[at]
      if (isChanged && colors && value !== 255) {
        moveToLayers(colors.layers, (x + 0.5) / small.cell - 0.5 - colors.x, down, data, at, value)
      }
      const color = isPure ? out[at] : mixColors(photo[at], out[at], edgeColors)
      out[at] = (color & 0xffffff) | (visible << 24)
    }
  }
}

/** The boxes around the pixels of a tile that have another alpha than before, and around those of them that are mixed. */
function findChanges(
  before: AlphaMask8,
  after: AlphaMask8,
  tile: Box,
): { readonly changed: Box | null; readonly mixed: Box | null } {
  const changed = emptyBounds()
  const mixed = emptyBounds()
  const [one, other] = [before.data, after.data]
  for (let y = tile.y; y < tile.y + tile.height; y++) {
    for (let x = tile.x, at = y * before.width + tile.x; x < tile.x + tile.width; x++, at++) {
      const value = other[at]
      if (one[at] === value) continue
      extend(changed, x, y)
      if (value !== 0 && value !== 255) extend(mixed, x, y)
    }
  }
  return { changed: boxOf(changed), mixed: boxOf(mixed) }
}

type Bounds = { left: number; top: number; right: number; bottom: number }

const emptyBounds = (): Bounds => ({ left: Number.MAX_SAFE_INTEGER, top: -1, right: -1, bottom: -1 })

/** Rows come from the top. */
const extend = (bounds: Bounds, x: number, y: number): void => {
  if (x < bounds.left) bounds.left = x
  if (x > bounds.right) bounds.right = x
  if (bounds.top < 0) bounds.top = y
  bounds.bottom = y
}

const boxOf = ({ left, top, right, bottom }: Bounds): Box | null =>
  top < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }

/** Layers of colour around a box, and where they begin in the copy. */
type LocalColors = { readonly layers: ColorLayers; readonly x: number; readonly y: number }

function estimateAround(
  scene: UneditedPhoto,
  { raster, cell }: ColorCopy,
  alpha: AlphaMask8,
  box: Box,
): LocalColors | null {
  const window = growBox(box, contextPixels, scene.picture)
  const part = pixelBox(
    window.x / cell,
    window.y / cell,
    (window.x + window.width) / cell,
    (window.y + window.height) / cell,
    raster,
  )
  if (!part) return null
  const matte = matteOfCells(scene, alpha, part, cell)
  return { layers: estimateLayers(cropRaster(raster, part), matte), x: part.x, y: part.y }
}

/** Mean alpha of cells; pixels that the photo itself makes transparent count as in `alphaOfMixedColors`. */
function matteOfCells(
  { picture, hasAlpha }: UneditedPhoto,
  alpha: AlphaMask8,
  part: Box,
  cell: number,
): AlphaMask8 {
  const { width, height, data: values } = alpha
  const data = new Uint8ClampedArray(part.width * part.height)
  for (let v = 0, to = 0; v < part.height; v++) {
    const top = (part.y + v) * cell
    const bottom = Math.min(height, top + cell)
    for (let u = 0; u < part.width; u++, to++) {
      const left = (part.x + u) * cell
      const right = Math.min(width, left + cell)
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let at = y * width + left, end = y * width + right; at < end; at++) {
          const value = values[at]
          if (!hasAlpha) {
            sum += value
            continue
          }
          const own = picture.data[at * 4 + 3]
          sum += own === 255 || value === 0 ? value : own === 0 ? 0 : 255
        }
      }
      data[to] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width: part.width, height: part.height, data }
}

/** Red, green and blue from `from` (share 0) to `to` (share 1), of two pixels as words. */
const mixColors = (from: number, to: number, share: number): number => {
  let mixed = 0
  for (let shift = 0; shift < 24; shift += 8) {
    const a = (from >>> shift) & 255
    const b = (to >>> shift) & 255
    mixed |= Math.round(a + (b - a) * share) << shift
  }
  return mixed
}
