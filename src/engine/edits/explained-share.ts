import { sumBoxes } from '#engine/box-sums.ts'
import type { Raster } from '#engine/raster.ts'

/** Radius of the windows, in pixels. */
const radius = 6
/** Colour variance below which a window counts as flat, colours from 0 to 1 (epsilon of He et al. 2013). */
const flatVariance = 1e-4
/** Variance of alpha at which the share is halved: nearly constant alpha gives colours nothing to explain. */
const smallVariance = 0.03
/** Variance of alpha below which it is constant. */
const settledVariance = 1e-6
/** Sums per window: the number of pixels, four variables, and their products. */
const moments = 15

/**
 * The share of alpha's variation around each pixel that a linear function of colour explains, 0 to 1: the coefficient
 * of determination of a guided filter's fit (He, Sun & Tang, TPAMI 2013). Alpha that follows single strands is near 1,
 * haze over strands less, constant alpha 0. `alpha` is 0 to 1 and has the picture's size.
 */
export function explainedShare(picture: Raster, alpha: Float32Array): Float32Array {
  const { data } = picture
  const { length } = alpha
  const planes = Array.from({ length: moments }, () => new Float32Array(length))
  const [n, r, g, b, a, rr, rg, rb, gg, gb, bb, ra, ga, ba, aa] = planes
  for (let i = 0, at = 0; i < length; i++, at += 4) {
    const red = data[at] / 255
    const green = data[at + 1] / 255
    const blue = data[at + 2] / 255
    const own = alpha[i]
    n[i] = 1
    r[i] = red
    g[i] = green
    b[i] = blue
    a[i] = own
    rr[i] = red * red
    rg[i] = red * green
    rb[i] = red * blue
    gg[i] = green * green
    gb[i] = green * blue
    bb[i] = blue * blue
    ra[i] = red * own
    ga[i] = green * own
    ba[i] = blue * own
    aa[i] = own * own
  }
  const scratch = new Float32Array(length)
  for (const plane of planes) sumBoxes(plane, picture, radius, scratch)
  const shares = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const share = 1 / n[i]
    const meanA = a[i] * share
    const variance = aa[i] * share - meanA * meanA
    if (variance < settledVariance) continue
    const meanR = r[i] * share
    const meanG = g[i] * share
    const meanB = b[i] * share
    const vrr = rr[i] * share - meanR * meanR + flatVariance
    const vrg = rg[i] * share - meanR * meanG
    const vrb = rb[i] * share - meanR * meanB
    const vgg = gg[i] * share - meanG * meanG + flatVariance
    const vgb = gb[i] * share - meanG * meanB
    const vbb = bb[i] * share - meanB * meanB + flatVariance
    const x = ra[i] * share - meanR * meanA
    const y = ga[i] * share - meanG * meanA
    const z = ba[i] * share - meanB * meanA
    // The inverse of the symmetric covariance, by its adjugate.
    const k00 = vgg * vbb - vgb * vgb
    const k01 = vrb * vgb - vrg * vbb
    const k02 = vrg * vgb - vrb * vgg
    const k11 = vrr * vbb - vrb * vrb
    const k12 = vrg * vrb - vrr * vgb
    const k22 = vrr * vgg - vrg * vrg
    const determinant = vrr * k00 + vrg * k01 + vrb * k02
    const explained =
      (k00 * x * x + k11 * y * y + k22 * z * z + 2 * (k01 * x * y + k02 * x * z + k12 * y * z)) / determinant
    shares[i] = Math.min(variance, Math.max(0, explained)) / (variance + smallVariance)
  }
  return shares
}
