import type { Box, Size } from '#base/geometry.ts'
import type { Placement } from '#contract/composition.ts'
import { pixelWords, type Raster } from '#engine/raster.ts'
import { catmullRom } from '#engine/resample/filter-taps.ts'
import { resizeRaster } from '#engine/resample/resize.ts'

/** In pixels of the cut-out, except `size`. */
type PlacedArea = {
  /** The subject's box, whose centre is that of scaling, rotation and reflection. */
  readonly box: Box
  /** The part of the cut-out that the result shows of an unmoved subject. */
  readonly window: Box
  /** The size of the result. */
  readonly size: Size
  /** Extra pixels copied around the box, as a share of its sides. */
  readonly margin?: number
}

/** Soft edges extend beyond the subject's box by this share of its sides. */
const edgeMargin = 0.03

/**
 * Moves a cut-out's subject onto an empty area. Colours are weighted by alpha. Without rotation its pixels are those of
 * a resized cut-out on whole pixels, so that moving does not blur; with rotation they are interpolated by Catmull-Rom.
 */
export const placeSubject = (
  cutout: Raster,
  { box, window, size, margin = edgeMargin }: PlacedArea,
  { x, y, scale, rotation, flip }: Placement,
): Raster => {
  const unit = Math.min(size.width, size.height)
  const across = size.width / window.width
  const down = size.height / window.height
  const [padX, padY] = [Math.ceil(box.width * margin), Math.ceil(box.height * margin)]
  const taken = {
    x: box.x - padX,
    y: box.y - padY,
    width: box.width + 2 * padX,
    height: box.height + 2 * padY,
  }
  const spriteSize = {
    width: Math.max(1, Math.round(taken.width * across * scale)),
    height: Math.max(1, Math.round(taken.height * down * scale)),
  }
  const resized = resizeRaster(cutout, spriteSize, taken)
  const sprite = flip ? mirror(resized) : resized
  const middle = {
    x: (box.x + box.width / 2 - window.x) * across + x * unit,
    y: (box.y + box.height / 2 - window.y) * down + y * unit,
  }
  const out: Raster = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) }
  if (rotation === 0) copyTo(sprite, middle, out)
  else turnTo(sprite, middle, (rotation * Math.PI) / 180, out)
  return out
}

/** Mirrors a raster horizontally. */
const mirror = (raster: Raster): Raster => {
  const { width, height } = raster
  const from = pixelWords(raster)
  const out = new Uint32Array(from.length)
  for (let start = 0; start < out.length; start += width)
    for (let x = 0; x < width; x++) out[start + x] = from[start + width - 1 - x]
  return { width, height, data: new Uint8ClampedArray(out.buffer) }
}

type Middle = { readonly x: number; readonly y: number }

const copyTo = (sprite: Raster, { x, y }: Middle, out: Raster): void => {
  const [left, top] = [Math.round(x - sprite.width / 2), Math.round(y - sprite.height / 2)]
  const [from, to] = [pixelWords(sprite), pixelWords(out)]
  const begin = Math.max(0, -left)
  const end = Math.min(sprite.width, out.width - left)
  if (begin >= end) return
  for (let row = Math.max(0, -top); row < Math.min(sprite.height, out.height - top); row++) {
    const start = row * sprite.width
    to.set(from.subarray(start + begin, start + end), (top + row) * out.width + left + begin)
  }
}

/** Number of tabulated positions between two pixels. */
const phases = 256

const weights = Float32Array.from({ length: (phases + 1) * 4 }, (_, i) =>
  catmullRom.weightAt((i % 4) - 1 - Math.floor(i / 4) / phases),
)

const turnTo = (sprite: Raster, { x, y }: Middle, turn: number, out: Raster): void => {
  const { width, height, data } = sprite
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const reachX = (Math.abs(width * cos) + Math.abs(height * sin)) / 2 + 2
  const reachY = (Math.abs(width * sin) + Math.abs(height * cos)) / 2 + 2
  const right = Math.min(out.width, Math.ceil(x + reachX))
  const bottom = Math.min(out.height, Math.ceil(y + reachY))
  for (let row = Math.max(0, Math.floor(y - reachY)); row < bottom; row++) {
    for (let column = Math.max(0, Math.floor(x - reachX)); column < right; column++) {
      const [dx, dy] = [column + 0.5 - x, row + 0.5 - y]
      const u = dx * cos + dy * sin + width / 2 - 0.5
      const v = dy * cos - dx * sin + height / 2 - 0.5
      if (u < -2 || v < -2 || u > width + 1 || v > height + 1) continue
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const [phaseX, phaseY] = [Math.round((u - left) * phases) * 4, Math.round((v - top) * phases) * 4]
      let [r, g, b, a] = [0, 0, 0, 0]
      for (let j = 0; j < 4; j++) {
        const sy = top - 1 + j
        if (sy < 0 || sy >= height) continue
        for (let i = 0; i < 4; i++) {
          const sx = left - 1 + i
          if (sx < 0 || sx >= width) continue
          const at = (sy * width + sx) * 4
          const share = weights[phaseX + i] * weights[phaseY + j] * data[at + 3]
          r += data[at] * share
          g += data[at + 1] * share
          b += data[at + 2] * share
          a += share
        }
      }
      // Below half a step of alpha the colour would be noise.
      if (a < 0.5) continue
      const to = (row * out.width + column) * 4
      out.data[to] = r / a
      out.data[to + 1] = g / a
      out.data[to + 2] = b / a
      out.data[to + 3] = a
    }
  }
}
