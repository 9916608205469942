import type { Box } from '#base/geometry.ts'
import { type AlphaMask8, pixelWords, type Raster } from '#engine/raster.ts'
import { type ForegroundRow, foregroundAt, goToRow } from '#engine/refine/foreground-row.ts'

/** A photo and its alpha before any edit. */
export type UneditedPhoto = {
  readonly picture: Raster
  /** Whether the photo has transparent pixels of its own, whose alpha limits that of the cut-out. */
  readonly hasAlpha: boolean
  /** The matte at the photo's size, before the photo's own alpha limits it. */
  readonly alpha: AlphaMask8
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

/** Whether all pixels of a tile have the alpha that they had before any edit. */
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
 * Paints the pixels of `tile` into `into`, the edited cut-out. `alpha` is the edited alpha, `before` has the tile's
 * pixels in the unedited cut-out. A pixel with unchanged alpha keeps its colour bit for bit. Any other partly
 * transparent pixel gets the subject's own colour (D-20), estimated from its surroundings; `edgeColors` mixes that
 * colour (1) with the photo's (0). The result depends on `alpha` alone, not on the order of edits. `colorsAround` gives
 * the colours around the tile, and is called only where such a pixel exists.
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

/** The first pixel of a row that is changed and partly transparent; -1 where there is none. */
function findMixed(now: Uint8ClampedArray, before: Uint8ClampedArray, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (now[at] !== before[at] && now[at] !== 0 && now[at] !== 255) return at
  }
  return -1
}

/**
 * Paints `count` pixels from `start` on, where column `left` is. Apart from `paintEdited`, so that engines compile it
 * soon.
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
  // With the photo's own colours at edges, pixels may differ from those of the cut-out though their alpha does not.
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

/** Red, green and blue of a pixel as a word: a small integer, which engines need not put on the heap. */
const rgb = 0xffffff

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
