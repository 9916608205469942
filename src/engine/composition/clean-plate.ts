import { type Box, capSide, type Size } from '#base/geometry.ts'
import { type AlphaMask8, pixelWords, type Raster } from '#engine/raster.ts'
import { resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { pullPush } from './pull-push.ts'

/** Longer side for filling the subject's area, since only smooth colours are made up. */
const fillSide = 384
/** Width of the band around the subject where its colours shine through, in pixels at that size. */
const spread = 4

/**
 * The opaque photo without its subject, whose area is filled from the surrounding colours. `alpha` is the subject's, at
 * the photo's size. Pixels far from the subject are unchanged. Transparent pixels are filled too.
 */
export const makeCleanPlate = (photo: Raster, alpha: AlphaMask8): Raster => {
  const size = capSide(photo, fillSide)
  const small = resizeRaster(photo, size)
  const unknown = dilate(resizeAlpha(alpha, size))
  for (let i = 0; i < unknown.data.length; i++) {
    const own = small.data[i * 4 + 3]
    if (own < 255) unknown.data[i] = Math.max(unknown.data[i], 255 - own)
  }
  const filled = pullPush(small, unknown)
  if (!filled) return opaque(photo)
  return mix(photo, filled, unknown)
}

/** Replaces each value by the maximum within `spread` along both axes. */
const dilate = ({ width, height, data }: AlphaMask8): AlphaMask8 => {
  const across = largestAround(data, { width, height }, 1, width)
  return { width, height, data: largestAround(across, { width, height }, width, height) }
}

const largestAround = (data: Uint8ClampedArray, { width, height }: Size, step: number, length: number) => {
  const out = new Uint8ClampedArray(data.length)
  for (let i = 0; i < width * height; i++) {
    const at = step === 1 ? i % width : Math.floor(i / width)
    let largest = 0
    for (let d = -Math.min(spread, at); d <= Math.min(spread, length - 1 - at); d++)
      largest = Math.max(largest, data[i + d * step])
    out[i] = largest
  }
  return out
}

/** Mixes the photo with the filled colours where it is unknown; `small` and `unknown` are smaller than the photo. */
const mix = (photo: Raster, small: Raster, unknown: AlphaMask8): Raster => {
  const plate = { ...photo, data: photo.data.slice() }
  const box = boxOf(unknown, photo)
  const inSmall = {
    x: (box.x * small.width) / photo.width,
    y: (box.y * small.height) / photo.height,
    width: (box.width * small.width) / photo.width,
    height: (box.height * small.height) / photo.height,
  }
  const filled = pixelWords(resizeRaster(small, box, inSmall))
  const share = resizeAlpha(unknown, box, inSmall).data
  const pixels = pixelWords(plate)
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0, at = (box.y + y) * photo.width + box.x; x < box.width; x++, i++, at++) {
      const seen = pixels[at]
      const own = seen >>> 24
      if (share[i] === 0 && own === 255) continue
      const made = filled[i]
      const kept = ((255 - share[i]) * own) / (255 * 255)
      const r = (made & 255) + ((seen & 255) - (made & 255)) * kept
      const g = ((made >>> 8) & 255) + (((seen >>> 8) & 255) - ((made >>> 8) & 255)) * kept
      const b = ((made >>> 16) & 255) + (((seen >>> 16) & 255) - ((made >>> 16) & 255)) * kept
      pixels[at] = (r + 0.5) | 0 | (((g + 0.5) | 0) << 8) | (((b + 0.5) | 0) << 16) | (255 << 24)
    }
  }
  return plate
}

/** The box of unknown pixels at the photo's size, with room for the mask's soft edge. */
const boxOf = ({ width, height, data }: AlphaMask8, photo: Size): Box => {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  const x = Math.floor((Math.max(0, left - 1) * photo.width) / width)
  const y = Math.floor((Math.max(0, top - 1) * photo.height) / height)
  const x1 = Math.ceil((Math.min(width, right + 2) * photo.width) / width)
  const y1 = Math.ceil((Math.min(height, bottom + 2) * photo.height) / height)
  return { x, y, width: Math.max(1, x1 - x), height: Math.max(1, y1 - y) }
}

const opaque = ({ width, height, data }: Raster): Raster => {
  const copy = data.slice()
  for (let at = 3; at < copy.length; at += 4) copy[at] = 255
  return { width, height, data: copy }
}
