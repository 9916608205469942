import type { Raster } from '#engine/raster.ts'

/** Larger cells could overflow the 16-bit sums below. */
export const maxCellSide = 16

/**
 * Shrinks a raster by whole factors: each cell of `across` x `down` pixels (each at most `maxCellSide`) becomes its
 * mean; the last cells may be smaller. Colours are weighted by alpha. A fast first step of strong reductions, like
 * `reducing_gap` of Pillow. `opaque`: alpha is 255 everywhere.
 */
export const reduceByCells = (raster: Raster, across: number, down: number, opaque: boolean): Raster => {
  const width = Math.ceil(raster.width / across)
  const height = Math.ceil(raster.height / down)
  const cells = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  for (let y = 0; y < height; y++) {
    const rows = Math.min(down, raster.height - y * down)
    if (opaque) averageOpaqueRow(raster, cells.data, y * width, y * down, rows, across)
    else averageWeightedRow(raster, cells.data, y * width, y * down, rows, across)
  }
  return cells
}

/** Sums red and blue in the two halves of one number, green in another: one read and four operations per pixel. */
const averageOpaqueRow = (
  { width, data }: Raster,
  out: Uint8ClampedArray,
  firstCell: number,
  top: number,
  rows: number,
  across: number,
) => {
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length >>> 2)
  let at = firstCell * 4
  for (let x = 0; x < width; x += across) {
    const columns = Math.min(across, width - x)
    let redBlue = 0
    let green = 0
    for (let row = 0; row < rows; row++) {
      const start = (top + row) * width + x
      for (let i = start; i < start + columns; i++) {
        const word = words[i]
        redBlue = (redBlue + (word & 0xff00ff)) | 0
        green += (word >>> 8) & 0xff
      }
    }
    const share = 1 / (rows * columns)
    out[at] = (redBlue & 0xffff) * share
    out[at + 1] = green * share
    out[at + 2] = (redBlue >>> 16) * share
    out[at + 3] = 255
    at += 4
  }
}

const averageWeightedRow = (
  { width, data }: Raster,
  out: Uint8ClampedArray,
  firstCell: number,
  top: number,
  rows: number,
  across: number,
) => {
  let at = firstCell * 4
  for (let x = 0; x < width; x += across, at += 4) {
    const columns = Math.min(across, width - x)
    let red = 0
    let green = 0
    let blue = 0
    let sum = 0
    for (let row = 0; row < rows; row++) {
      const start = ((top + row) * width + x) * 4
      for (let i = start; i < start + columns * 4; i += 4) {
        const alpha = data[i + 3]
        red += alpha * data[i]
        green += alpha * data[i + 1]
        blue += alpha * data[i + 2]
        sum += alpha
      }
    }
    if (sum === 0) continue
    out[at] = red / sum
    out[at + 1] = green / sum
    out[at + 2] = blue / sum
    out[at + 3] = sum / (rows * columns)
  }
}
