import type { Size } from '#base/geometry.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'

/**
 * Per pixel, alpha as a linear function of colour: alpha = red R + green G + blue B + offset, with R, G, B from 0 to 1.
 */
export type ColorLines = Size & {
  /** red, green, blue, offset of pixel 0, then of pixel 1, … */
  readonly data: Float32Array
}

/** Colour variance below which a window counts as flat (epsilon of He et al. 2013). */
const flatVariance = 1e-4
/** Variance of alpha in a window below which its fit is the mean: a standard deviation of a third of a grey level. */
const settledVariance = 2e-6
/** Error variance of a fit at which its weight halves. */
const poorFit = 1e-3

/**
 * Guided filter with a colour guide (He, Sun & Tang, TPAMI 2013): fits the matte to colours in each window of (2 radius
 * + 1)² pixels, and averages the fits that cover a pixel. Unlike in the paper, the mean is weighted by the quality of
 * each fit, so that windows with two surfaces of one colour do not smear their matte. `picture` and `matte` have one
 * size. Running sums make the time independent of the radius.
 */
export function fitColorLines(picture: Raster, matte: AlphaMaskF32, radius: number): ColorLines {
  const fits = fitWindows(picture, matte, radius)
  return { width: picture.width, height: picture.height, data: averageFits(fits, picture, radius) }
}

const moments = 14

/** Per pixel, the four coefficients times their weight, and the weight: five floats. */
function fitWindows({ width, height, data }: Raster, matte: AlphaMaskF32, radius: number): Float32Array {
  const fits = new Float32Array(width * height * 5)
  const columns = new Float64Array((width + 2 * radius + 1) * moments)

  const addRow = (y: number, sign: 1 | -1) => {
    for (let x = 0, at = (radius + 1) * moments, index = y * width; x < width; x++, at += moments, index++) {
      const r = data[index * 4] / 255
      const g = data[index * 4 + 1] / 255
      const b = data[index * 4 + 2] / 255
      const a = matte.data[index]
      columns[at] += sign * r
      columns[at + 1] += sign * g
      columns[at + 2] += sign * b
      columns[at + 3] += sign * a
      columns[at + 4] += sign * (r * r)
      columns[at + 5] += sign * (r * g)
      columns[at + 6] += sign * (r * b)
      columns[at + 7] += sign * (g * g)
      columns[at + 8] += sign * (g * b)
      columns[at + 9] += sign * (b * b)
      columns[at + 10] += sign * (r * a)
      columns[at + 11] += sign * (g * a)
      columns[at + 12] += sign * (b * a)
      columns[at + 13] += sign * (a * a)
    }
  }

  for (let y = 0; y < Math.min(radius, height); y++) addRow(y, 1)
  for (let y = 0; y < height; y++) {
    if (y > radius) addRow(y - radius - 1, -1)
    if (y + radius < height) addRow(y + radius, 1)
    const rows = windowLength(y, radius, height)
    let r = 0
    let g = 0
    let b = 0
    let a = 0
    let rr = 0
    let rg = 0
    let rb = 0
    let gg = 0
    let gb = 0
    let bb = 0
    let ra = 0
    let ga = 0
    let ba = 0
    let aa = 0
    for (let x = -radius; x < width; x++) {
      const entering = (x + 2 * radius + 1) * moments
      const leaving = Math.max(0, x) * moments
      r += columns[entering] - columns[leaving]
      g += columns[entering + 1] - columns[leaving + 1]
      b += columns[entering + 2] - columns[leaving + 2]
      a += columns[entering + 3] - columns[leaving + 3]
      rr += columns[entering + 4] - columns[leaving + 4]
      rg += columns[entering + 5] - columns[leaving + 5]
      rb += columns[entering + 6] - columns[leaving + 6]
      gg += columns[entering + 7] - columns[leaving + 7]
      gb += columns[entering + 8] - columns[leaving + 8]
      bb += columns[entering + 9] - columns[leaving + 9]
      ra += columns[entering + 10] - columns[leaving + 10]
      ga += columns[entering + 11] - columns[leaving + 11]
      ba += columns[entering + 12] - columns[leaving + 12]
      aa += columns[entering + 13] - columns[leaving + 13]
      if (x < 0) continue
      const n = 1 / (rows * windowLength(x, radius, width))
      const meanR = r * n
      const meanG = g * n
      const meanB = b * n
      const meanA = a * n
      const at = (y * width + x) * 5
      const spread = aa * n - meanA * meanA
      if (spread < settledVariance) {
        // Most windows are so: the effect of colours would be invisible.
        const weight = 1 / poorFit
        fits[at + 3] = meanA * weight
        fits[at + 4] = weight
        continue
      }
      // The covariance of colours, epsilon on its diagonal, and their covariance with alpha.
      const vrr = rr * n - meanR * meanR + flatVariance
      const vrg = rg * n - meanR * meanG
      const vrb = rb * n - meanR * meanB
      const vgg = gg * n - meanG * meanG + flatVariance
      const vgb = gb * n - meanG * meanB
      const vbb = bb * n - meanB * meanB + flatVariance
      const vra = ra * n - meanR * meanA
      const vga = ga * n - meanG * meanA
      const vba = ba * n - meanB * meanA
      // The inverse covariance times that with alpha, by the adjugate of a symmetric 3x3 matrix.
      const i00 = vgg * vbb - vgb * vgb
      const i01 = vrb * vgb - vrg * vbb
      const i02 = vrg * vgb - vrb * vgg
      const i12 = vrg * vrb - vrr * vgb
      const scale = 1 / (vrr * i00 + vrg * i01 + vrb * i02)
      const red = (i00 * vra + i01 * vga + i02 * vba) * scale
      const green = (i01 * vra + (vrr * vbb - vrb * vrb) * vga + i12 * vba) * scale
      const blue = (i02 * vra + i12 * vga + (vrr * vgg - vrg * vrg) * vba) * scale
      const residual = spread - (red * vra + green * vga + blue * vba)
      const weight = 1 / (Math.max(0, residual) + poorFit)
      fits[at] = red * weight
      fits[at + 1] = green * weight
      fits[at + 2] = blue * weight
      fits[at + 3] = (meanA - red * meanR - green * meanG - blue * meanB) * weight
      fits[at + 4] = weight
    }
  }
  return fits
}

function averageFits(fits: Float32Array, { width, height }: Size, radius: number): Float32Array {
  const lines = new Float32Array(width * height * 4)
  const columns = new Float64Array((width + 2 * radius + 1) * 5)
  const addRow = (y: number, sign: 1 | -1) => {
    const row = y * width * 5
    for (let i = 0, at = (radius + 1) * 5; i < width * 5; i++, at++) columns[at] += sign * fits[row + i]
  }
  for (let y = 0; y < Math.min(radius, height); y++) addRow(y, 1)
  for (let y = 0; y < height; y++) {
    if (y > radius) addRow(y - radius - 1, -1)
    if (y + radius < height) addRow(y + radius, 1)
    let red = 0
    let green = 0
    let blue = 0
    let offset = 0
    let weight = 0
    for (let x = -radius; x < width; x++) {
      const entering = (x + 2 * radius + 1) * 5
      const leaving = Math.max(0, x) * 5
      red += columns[entering] - columns[leaving]
      green += columns[entering + 1] - columns[leaving + 1]
      blue += columns[entering + 2] - columns[leaving + 2]
      offset += columns[entering + 3] - columns[leaving + 3]
      weight += columns[entering + 4] - columns[leaving + 4]
      if (x < 0) continue
      const at = (y * width + x) * 4
      lines[at] = red / weight
      lines[at + 1] = green / weight
      lines[at + 2] = blue / weight
      lines[at + 3] = offset / weight
    }
  }
  return lines
}

const windowLength = (at: number, radius: number, length: number): number =>
  Math.min(length - 1, at + radius) - Math.max(0, at - radius) + 1
