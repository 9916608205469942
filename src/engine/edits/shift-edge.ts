import type { Size } from '#base/geometry.ts'

/** Of the steps of a shift, the share that also moves along diagonals, so that all directions move alike. */
const squareShare = Math.SQRT2 - 1

/**
 * Moves the edges of a plane of alpha outwards by `shift` pixels, or inwards where it is negative, in place: grey
 * dilation by an octagon, one pixel a step, crosses and squares in turn; the rest of a pixel is a mixture with the next
 * step (Serra, _Image Analysis and Mathematical Morphology_, 1982). Inwards is the dilation of what is transparent.
 */
export function shiftEdge(plane: Uint8ClampedArray, size: Size, shift: number): void {
  if (shift < 0) invert(plane)
  const steps = Math.ceil(Math.abs(shift))
  for (let step = 0; step < steps; step++) {
    const isSquare = Math.floor((step + 1) * squareShare) > Math.floor(step * squareShare)
    dilate(plane, size, isSquare, Math.min(1, Math.abs(shift) - step))
  }
  if (shift < 0) invert(plane)
}

function invert(plane: Uint8ClampedArray): void {
  for (let i = 0; i < plane.length; i++) plane[i] = 255 - plane[i]
}

/** Moves each value by `share` towards the largest of itself and its four or eight neighbours. */
function dilate(plane: Uint8ClampedArray, { width, height }: Size, isSquare: boolean, share: number): void {
  // Of three rows, row y in place y % 3: the values, and the largest of each and the two beside it.
  const rows = [0, 1, 2].map(() => new Uint8ClampedArray(width))
  const across = [0, 1, 2].map(() => new Uint8ClampedArray(width))
  const read = (y: number) => {
    const row = rows[y % 3]
    row.set(plane.subarray(y * width, (y + 1) * width))
    const widest = across[y % 3]
    let left = row[0]
    let middle = left
    for (let x = 0; x < width; x++) {
      const right = x + 1 < width ? row[x + 1] : middle
      widest[x] = Math.max(left, middle, right)
      left = middle
      middle = right
    }
  }
  const columns = isSquare ? across : rows
  read(0)
  for (let y = 0, start = 0; y < height; y++, start += width) {
    if (y + 1 < height) read(y + 1)
    const own = across[y % 3]
    const above = columns[(y === 0 ? y : y - 1) % 3]
    const below = columns[(y + 1 < height ? y + 1 : y) % 3]
    for (let x = 0; x < width; x++) {
      const most = Math.max(above[x], own[x], below[x])
      if (share === 1) plane[start + x] = most
      else plane[start + x] += (most - plane[start + x]) * share
    }
  }
}
