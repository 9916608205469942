import type { Size } from '#base/geometry.ts'

/**
 * Dilation of a set of cells by a square of side 2 * radius + 1 (Serra, _Image Analysis and Mathematical Morphology_,
 * 1982). Cells outside the plane are 0.
 */
export const dilate = (cells: Uint8Array, size: Size, radius: number): Uint8Array =>
  spread(cells, size, radius, 1)

/** Erosion by the same square. Cells outside the plane erode nothing. */
export const erode = (cells: Uint8Array, size: Size, radius: number): Uint8Array =>
  spread(cells, size, radius, 0)

/** Spreads each `value` over the square around it. */
function spread(cells: Uint8Array, { width, height }: Size, radius: number, value: 0 | 1): Uint8Array {
  const across = spreadLines(cells, { count: height, length: width, step: 1, stride: width }, radius, value)
  return spreadLines(across, { count: width, length: height, step: width, stride: 1 }, radius, value)
}

type Lines = {
  readonly count: number
  readonly length: number
  /** Offset between cells of a line. */
  readonly step: number
  /** Offset between lines. */
  readonly stride: number
}

function spreadLines(cells: Uint8Array, lines: Lines, radius: number, value: 0 | 1): Uint8Array {
  const { count, length, step, stride } = lines
  const result = new Uint8Array(cells.length).fill(1 - value)
  for (let line = 0; line < count; line++) {
    const start = line * stride
    // First cell of the line that no earlier `value` has reached.
    let next = 0
    for (let i = 0; i < length; i++) {
      if (cells[start + i * step] !== value) continue
      const end = Math.min(length, i + radius + 1)
      for (let to = Math.max(next, i - radius); to < end; to++) result[start + to * step] = value
      next = end
    }
  }
  return result
}
