import { expect, test } from 'vitest'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'

const width = 120
const height = 90
const subject = [200, 60, 40]
const ground = [20, 90, 210]

/** A red subject left of a soft edge 16 px wide, on blue. */
const softEdge = (): { raster: Raster; alpha: AlphaMask8 } => {
  const raster = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  const alpha = { width, height, data: new Uint8ClampedArray(width * height) }
  for (let i = 0; i < width * height; i++) {
    const a = Math.min(1, Math.max(0, (68 - (i % width)) / 16))
    alpha.data[i] = a * 255
    for (let c = 0; c < 3; c++) {
      raster.data[i * 4 + c] = a * (subject[c] ?? 0) + (1 - a) * (ground[c] ?? 0)
    }
    raster.data[i * 4 + 3] = 255
  }
  return { raster, alpha }
}

test("D-20: an edge pixel gets the subject's own colour", () => {
  const { raster, alpha } = softEdge()
  const before = raster.data.slice()
  estimateForeground(raster, alpha)
  let halo = 0
  let left = 0
  for (let i = 0; i < alpha.data.length; i++) {
    const a = alpha.data[i] ?? 0
    if (a < 26 || a === 255) continue
    for (let c = 0; c < 3; c++) {
      halo += Math.abs((before[i * 4 + c] ?? 0) - (subject[c] ?? 0))
      left += Math.abs((raster.data[i * 4 + c] ?? 0) - (subject[c] ?? 0))
    }
  }
  expect(left).toBeLessThan(0.15 * halo)
})
