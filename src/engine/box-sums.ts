import type { Size } from '#base/geometry.ts'

/**
 * Replaces each value of a plane by the sum over the surrounding square of (2 radius + 1)² pixels, clipped to the
 * plane. `scratch` has the plane's length. Running sums make the time independent of the radius.
 */
export function sumBoxes(
  plane: Float32Array,
  { width, height }: Size,
  radius: number,
  scratch: Float32Array,
): void {
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = 0
    for (let x = 0; x < Math.min(radius, width); x++) sum += plane[row + x]
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += plane[row + x + radius]
      if (x > radius) sum -= plane[row + x - radius - 1]
      scratch[row + x] = sum
    }
  }
  const sums = new Float64Array(width)
  const addRow = (y: number, sign: 1 | -1) => {
    for (let x = 0, at = y * width; x < width; x++, at++) sums[x] += sign * scratch[at]
  }
  for (let y = 0; y < Math.min(radius, height); y++) addRow(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(y + radius, 1)
    if (y > radius) addRow(y - radius - 1, -1)
    for (let x = 0, at = y * width; x < width; x++, at++) plane[at] = sums[x]
  }
}

/**
 * Blurs a plane in place by approximately a Gaussian of standard deviation `sigma` pixels: three running means per axis
 * (Wells, PAMI 1986). Outside the plane values are 0.
 */
export function blurPlane(plane: Float32Array, size: Size, sigma: number): void {
  const radius = Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2)
  if (radius < 1) return
  const scratch = new Float32Array(plane.length)
  const share = 1 / (2 * radius + 1) ** 2
  for (let pass = 0; pass < 3; pass++) {
    sumBoxes(plane, size, radius, scratch)
    for (let i = 0; i < plane.length; i++) plane[i] *= share
  }
}
