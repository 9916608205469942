import type { Box } from '#base/geometry.ts'
import { type AlphaMask8, pixelWords, type Raster } from '#engine/raster.ts'
import { type ForegroundRow, foregroundAt, goToRow } from '#engine/refine/foreground-row.ts'

/** A photo and its alpha before edits. */
export type UneditedPhoto = {
  readonly picture: Raster
  /** Whether the photo has transparency, which limits the cut-out's alpha. */
  readonly hasAlpha: boolean
  /** The matte at the photo's size, not limited by the photo's alpha. */
  readonly alpha: AlphaMask8
}

/** The pixels of a tile, one word each, by row. */
export function tilePixels(raster: Raster, { x, y, width, height }: Box): Uint32Array {
  const words = pixelWords(raster)
  const pixels = new Uint32Array(width * height)
  for (let row = 0; row < height; row++) {
    const start = (y + row) * raster.width + x
    pixels.set(words.subarray(start, start + width), row * width)
  }
  return pixels
}

/** Whether all pixels of a tile have their alpha from before edits. */
export function isAsBefore(before: AlphaMask8, after: AlphaMask8, { x, y, width, height }: Box): boolean {
  const [one, other] = [before.data, after.data]
  for (let row = y; row < y + height; row++) {
    for (let at = row * before.width + x, end = at + width; at < end; at++) {
      if (one[at] !== other[at]) return false
    }
  }
  return true
}

/**
 * Paints the pixels of `tile` into the edited cut-out `into`. `alpha` is the edited alpha; `before` has the tile's
 * pixels in the unedited cut-out. Pixels with unchanged alpha keep their colour. Other partly transparent pixels get
 * the subject's colour (D-20), estimated from their surroundings and mixed by `edgeColors` (1) with the photo's (0).
 * The result depends only on `alpha`, not on the order of edits. `colorsAround` is called only if such a pixel exists.
 */
export function paintEdited(
  into: Raster,
  before: Uint32Array,
  { picture, hasAlpha, alpha: unedited }: UneditedPhoto,
  colorsAround: () => ForegroundRow,
  alpha: AlphaMask8,
  edgeColors: number,
  tile: Box,
): void {
  const photo = pixelWords(picture)
  const out = pixelWords(into)
  let colors: ForegroundRow | null = null
  for (let y = tile.y, row = 0; y < tile.y + tile.height; y++, row += tile.width) {
    const start = y * into.width + tile.x
    out.set(before.subarray(row, row + tile.width), start)
    const mixed = findMixed(alpha.data, unedited.data, start, start + tile.width)
    if (mixed >= 0) {
      colors ??= colorsAround()
      goToRow(colors, tile.x, y, tile.width)
    }
    paintRow(out, photo, hasAlpha, unedited.data, alpha.data, colors, edgeColors, tile.x, start, tile.width)
  }
}

/** The first changed, partly transparent pixel of a row; -1 if none. */
function findMixed(now: Uint8ClampedArray, before: Uint8ClampedArray, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (now[at] !== before[at] && now[at] !== 0 && now[at] !== 255) return at
  }
  return -1
}

/**
 * Paints `count` pixels from `start`, at column `left`. Separate from `paintEdited`, so that engines compile it early.
 */
function paintRow(
  out: Uint32Array,
  photo: Uint32Array,
  hasAlpha: boolean,
  before: Uint8ClampedArray,
  now: Uint8ClampedArray,
  colors: ForegroundRow | null,
  edgeColors: number,
  left: number,
  start: number,
  count: number,
): void {
  // With the photo's colours at edges, pixels may differ from the cut-out although alpha does not.
  const isPure = edgeColors === 1
  for (let i = 0, at = start; i < count; i++, at++) {
    const value = now[at]
    const isChanged = value !== before[at]
    if (!isChanged && (isPure || value === 0 || value === 255)) continue
    const visible = hasAlpha ? Math.min(value, photo[at] >>> 24) : value
    if (visible === 0) {
      out[at] = 0
      continue
    }
    const own = photo[at] & rgb
    let color = isChanged ? own : out[at] & rgb
    if (isChanged && colors && value !== 255) color = foregroundAt(colors, left + i, own, value)
    if (!isPure) color = mixColors(own, color, edgeColors)
    out[at] = color | (visible << 24)
  }
}

/** Red, green and blue of a pixel as a small integer, which engines keep off the heap. */
const rgb = 0xffffff

/** Mixes two pixels' red, green and blue, from `from` (share 0) to `to` (share 1). */
const mixColors = (from: number, to: number, share: number): number => {
  let mixed = 0
  for (let shift = 0; shift < 24; shift += 8) {
    const a = (from >>> shift) & 255
    const b = (to >>> shift) & 255
    mixed |= Math.round(a + (b - a) * share) << shift
  }
  return mixed
}
