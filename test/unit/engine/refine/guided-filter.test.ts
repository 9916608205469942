import { expect, test } from 'vitest'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { fitColorLines } from '#engine/refine/guided-filter.ts'

const width = 13
const height = 9
const radius = 2

const picture: Raster = {
  width,
  height,
  data: Uint8ClampedArray.from(
    { length: width * height * 4 },
    (_, i) => (i * 7919 + (i >> 3) * 104729) % 256,
  ),
}
const matte: AlphaMaskF32 = {
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => ((i * 31) % 17) / 16),
}

const at = (x: number, y: number): number[] => {
  const i = y * width + x
  return [0, 1, 2].map((c) => (picture.data[i * 4 + c] ?? 0) / 255)
}

const windowAround = (x: number, y: number): [number, number][] => {
  const pixels: [number, number][] = []
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
    for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) pixels.push([u, v])
  return pixels
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Gauss-Jordan on [matrix | vector], no pivoting: the matrices here are positive definite. */
const solve = (matrix: number[][], vector: number[]): number[] => {
  const rows = matrix.map((row, i) => [...row, vector[i] ?? 0])
  for (const [i, pivot] of rows.entries()) {
    const scale = pivot[i] ?? 1
    for (let k = 0; k < pivot.length; k++) pivot[k] = (pivot[k] ?? 0) / scale
    for (const [j, row] of rows.entries()) {
      if (j === i) continue
      const factor = row[i] ?? 0
      for (let k = 0; k < row.length; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0)
    }
  }
  return rows.map((row) => row[vector.length] ?? Number.NaN)
}

/** The definition, window by window, with no running sums. */
const fitByDefinition = (x: number, y: number): { line: number[]; weight: number } => {
  const pixels = windowAround(x, y)
  const colors = pixels.map(([u, v]) => at(u, v))
  const alphas = pixels.map(([u, v]) => matte.data[v * width + u] ?? 0)
  const means = [0, 1, 2].map((c) => mean(colors.map((color) => color[c] ?? 0)))
  const alpha = mean(alphas)
  const covariance = [0, 1, 2].map((c) =>
    [0, 1, 2].map(
      (d) =>
        mean(colors.map((color) => (color[c] ?? 0) * (color[d] ?? 0))) -
        (means[c] ?? 0) * (means[d] ?? 0) +
        (c === d ? 1e-4 : 0),
    ),
  )
  const withAlpha = [0, 1, 2].map(
    (c) => mean(colors.map((color, i) => (color[c] ?? 0) * (alphas[i] ?? 0))) - (means[c] ?? 0) * alpha,
  )
  const slope = solve(covariance, withAlpha)
  const explained = slope.reduce((sum, s, c) => sum + s * (withAlpha[c] ?? 0), 0)
  const residual = mean(alphas.map((a) => a * a)) - alpha * alpha - explained
  const offset = alpha - slope.reduce((sum, s, c) => sum + s * (means[c] ?? 0), 0)
  return { line: [...slope, offset], weight: 1 / (Math.max(0, residual) + 1e-3) }
}

test('running sums give the same coefficients as the definition', () => {
  const lines = fitColorLines(picture, matte, radius)
  for (const [x, y] of [
    [0, 0],
    [6, 4],
    [12, 8],
    [1, 7],
    [12, 0],
  ] as const) {
    const fits = windowAround(x, y).map(([u, v]) => fitByDefinition(u, v))
    const says = mean(fits.map(({ weight }) => weight))
    for (let t = 0; t < 4; t++) {
      const expected = mean(fits.map(({ line, weight }) => (line[t] ?? 0) * weight)) / says
      expect(lines.data[(y * width + x) * 4 + t]).toBeCloseTo(expected, 4)
    }
  }
})

test('a window larger than the picture is clipped', () => {
  const lines = fitColorLines(picture, { ...matte, data: matte.data.map(() => 0.25) }, 50)
  for (let i = 0; i < width * height; i++) expect(lines.data[i * 4 + 3]).toBeCloseTo(0.25, 6)
})
