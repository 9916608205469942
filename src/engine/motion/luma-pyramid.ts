import { capSize, type Size } from '#base/geometry.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'

/** A level of an image pyramid: luma, 0 to 255, with `margin` repeated border pixels on every side. */
export type PyramidLevel = Size & { readonly stride: number; readonly data: Float32Array }

/** A picture at full size, half, a quarter, …; the largest first. */
export type LumaPyramid = readonly [PyramidLevel, ...PyramidLevel[]]

/** Repeated border pixels: how far a patch may leave the picture. */
export const margin = 16
/** Pixels of the largest level, at which flow is estimated: 253 x 142 at 16:9. */
const lumaPixels = 36_000
/** Smallest short side of the smallest level, in pixels, unless the picture is smaller. */
const minSide = 20

/** The luma pyramid for optical flow (Burt & Adelson 1983). */
export function toLumaPyramid(full: AlphaMask8): LumaPyramid {
  const luma = resizePlane({ ...full, data: Float32Array.from(full.data) }, capSize(full, lumaPixels))
  const levels: [PyramidLevel, ...PyramidLevel[]] = [withMargin(luma)]
  for (let plane = luma; Math.min(plane.width, plane.height) >= 2 * minSide; ) {
    plane = halve(plane)
    levels.push(withMargin(plane))
  }
  return levels
}

/** The luma of a frame, 0 to 255 (ITU-R BT.709 weights). Transparency is mid-grey. */
export function toLuma({ width, height, data }: Raster): AlphaMask8 {
  const luma = new Uint8ClampedArray(width * height)
  for (let i = 0, at = 0; i < luma.length; i++, at += 4) {
    const value = 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2]
    luma[i] = data[at + 3] === 255 ? value : 128 + ((value - 128) * data[at + 3]) / 255
  }
  return { width, height, data: luma }
}

function halve({ width, height, data }: AlphaMaskF32): AlphaMaskF32 {
  const size = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) }
  const half = new Float32Array(size.width * size.height)
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0, i = 2 * y * width; x < size.width; x++, i += 2, at++) {
      half[at] = (data[i] + data[i + 1] + data[i + width] + data[i + width + 1]) / 4
    }
  }
  return { ...size, data: half }
}

function withMargin({ width, height, data }: AlphaMaskF32): PyramidLevel {
  const stride = width + 2 * margin
  const padded = new Float32Array(stride * (height + 2 * margin))
  for (let y = -margin; y < height + margin; y++) {
    const row = Math.min(height - 1, Math.max(0, y)) * width
    const at = (y + margin) * stride + margin
    padded.fill(data[row], at - margin, at)
    padded.set(data.subarray(row, row + width), at)
    padded.fill(data[row + width - 1], at + width, at + width + margin)
  }
  return { width, height, stride, data: padded }
}
