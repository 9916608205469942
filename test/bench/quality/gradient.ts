import type { AlphaMaskF32 } from '#engine/raster.ts'

const sigma = 1.4
const radius = Math.ceil(3 * sigma)
const offsets = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius)
const smooth = offsets.map((x) => Math.exp(-(x * x) / (2 * sigma * sigma)))
const slope = offsets.map((x, i) => -x * (smooth[i] ?? 0))
const energy = (kernel: number[]) => kernel.reduce((sum, value) => sum + value * value, 0)
const norm = Math.sqrt(energy(smooth) * energy(slope))

/** Magnitude of the gradient of a matte by first derivatives of a Gaussian, sigma 1.4 px, of unit energy. */
export function gradientMagnitude(matte: AlphaMaskF32): Float32Array {
  const across = convolve(matte, slope, smooth)
  const down = convolve(matte, smooth, slope)
  return across.map((value, i) => Math.hypot(value, down[i] ?? 0) / norm)
}

/** Separable; edge pixels are repeated beyond the edge. */
function convolve({ width, height, data }: AlphaMaskF32, kernelX: number[], kernelY: number[]): Float32Array {
  const rows = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let k = -radius; k <= radius; k++) {
        const from = y * width + Math.min(width - 1, Math.max(0, x + k))
        sum += (data[from] ?? 0) * (kernelX[k + radius] ?? 0)
      }
      rows[y * width + x] = sum
    }
  }
  const result = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let k = -radius; k <= radius; k++) {
      const from = Math.min(height - 1, Math.max(0, y + k)) * width
      const weight = kernelY[k + radius] ?? 0
      for (let x = 0; x < width; x++)
        result[y * width + x] = (result[y * width + x] ?? 0) + (rows[from + x] ?? 0) * weight
    }
  }
  return result
}
