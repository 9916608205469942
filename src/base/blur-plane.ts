import type { Size } from './geometry.ts'

/**
 * Blurs a plane in place by about a Gaussian of standard deviation `sigma` pixels: three running means each way (Wells,
 * PAMI 1986). Past the edges there is nothing.
 */
export function blurPlane(data: Float32Array, { width, height }: Size, sigma: number): void {
  const radius = Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2)
  if (radius < 1) return
  const line = new Float32Array(Math.max(width, height))
  for (let pass = 0; pass < 3; pass++) {
    for (let y = 0; y < height; y++) meanLine(data, y * width, 1, width, radius, line)
    for (let x = 0; x < width; x++) meanLine(data, x, width, height, radius, line)
  }
}

function meanLine(
  data: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
  line: Float32Array,
): void {
  for (let i = 0, at = start; i < length; i++, at += step) line[i] = data[at]
  const share = 1 / (2 * radius + 1)
  let sum = 0
  for (let i = 0; i < Math.min(length, radius); i++) sum += line[i]
  for (let i = 0, at = start; i < length; i++, at += step) {
    if (i + radius < length) sum += line[i + radius]
    if (i - radius > 0) sum -= line[i - radius - 1]
    data[at] = sum * share
  }
}
