import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { estimateLayers, pictureLevels } from '#engine/refine/estimate-foreground.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { gradientMagnitude } from './gradient.ts'
import type { Pair, PairPhoto } from './pairs.ts'

export type Score = {
  /** Mean absolute error of alpha, 0 to 1. */
  readonly mae: number
  /** Intersection over union at alpha 0.5, 0 to 1. */
  readonly iou: number
  /** Gradient error: squared difference of gradient magnitudes, summed, in thousands (Rhemann et al. 2009). */
  readonly gradient: number
  /** Error of the composite on black and on white at edge pixels, mean over channels, 0 to 255. */
  readonly edgeColor: number
  /** As above, of the colour alone: both composites with the result's own alpha. */
  readonly halo: number
}

/** What every result of one pair is scored against; made once a pair. */
export type Truth = {
  readonly gradient: Float32Array
  readonly foreground: Float32Array
  readonly isEdge: Uint8Array
}

/**
 * No photo comes with the subject's own colours, so they are estimated at full resolution from the true matte
 * (multi-level estimation, Germer et al. 2020).
 */
export function truthFor({ photo, truth }: Pair): Truth {
  const alpha = { ...truth, data: Uint8ClampedArray.from(truth.data, (value) => value * 255) }
  return {
    gradient: gradientMagnitude(truth),
    foreground: estimateLayers(pictureLevels(photo), alpha).data,
    isEdge: edgePixels(truth),
  }
}

/** Intersection over union of a matte and the truth at alpha 0.5, where that is known. */
export function iouOf(matte: AlphaMaskF32, { truth, unknown }: PairPhoto & Partial<Pair>): number {
  const { data } = resizePlane(matte, truth)
  let [both, either] = [0, 0]
  for (const [i, alpha] of data.entries()) {
    if (unknown?.[i]) continue
    const [a, t] = [alpha >= 0.5, (truth.data[i] ?? 0) >= 0.5]
    both += Number(a && t)
    either += Number(a || t)
  }
  return either === 0 ? 1 : both / either
}

/** `cutout` holds the result's colours; its alpha is `alpha`. */
export function scoreResult(pair: Pair, truth: Truth, alpha: AlphaMask8, cutout: Raster): Score {
  const matte: AlphaMaskF32 = { ...alpha, data: Float32Array.from(alpha.data, (value) => value / 255) }
  const gradients = gradientMagnitude(matte)
  let known = 0
  let absolute = 0
  let both = 0
  let either = 0
  let gradient = 0
  let edges = 0
  let edgeColor = 0
  let halo = 0
  for (let i = 0; i < matte.data.length; i++) {
    if (pair.unknown[i]) continue
    const a = matte.data[i] ?? 0
    const t = pair.truth.data[i] ?? 0
    known++
    absolute += Math.abs(a - t)
    both += Number(a >= 0.5 && t >= 0.5)
    either += Number(a >= 0.5 || t >= 0.5)
    gradient += ((gradients[i] ?? 0) - (truth.gradient[i] ?? 0)) ** 2
    if (!truth.isEdge[i]) continue
    edges++
    for (let c = 0; c < 3; c++) {
      const color = cutout.data[i * 4 + c] ?? 0
      const trueColor = truth.foreground[i * 6 + c] ?? 0
      halo += a * Math.abs(color - trueColor)
      for (const ground of [0, 255])
        edgeColor += Math.abs(a * color + (1 - a) * ground - t * trueColor - (1 - t) * ground) / 2
    }
  }
  return {
    mae: absolute / known,
    iou: either === 0 ? 1 : both / either,
    gradient: gradient / 1000,
    edgeColor: edgeColor / Math.max(1, edges * 3),
    halo: halo / Math.max(1, edges * 3),
  }
}

/** Pixels of partial alpha, and those within 2 px of them or of a jump in a hard mask. */
function edgePixels({ width, height, data }: AlphaMaskF32): Uint8Array {
  const isEdge = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const a = data[y * width + x] ?? 0
      const left = x > 0 ? (data[y * width + x - 1] ?? 0) : a
      const above = y > 0 ? (data[(y - 1) * width + x] ?? 0) : a
      if ((a < 0.02 || a > 0.98) && Math.abs(a - left) < 0.1 && Math.abs(a - above) < 0.1) continue
      for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++)
        isEdge.fill(1, v * width + Math.max(0, x - 2), v * width + Math.min(width, x + 3))
    }
  }
  return isEdge
}
