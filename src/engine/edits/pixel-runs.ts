import type { Size } from '#base/geometry.ts'

/** The pixels of a mask as runs: those of row y are `first[y]` up to `first[y + 1]`. */
export type PixelRuns = {
  readonly first: Int32Array
  /** First column of each run, and the column after its last. */
  readonly from: Int32Array
  readonly until: Int32Array
}

/** The runs of nonzero pixels. */
export function pixelRuns(mask: Uint8Array, { width, height }: Size): PixelRuns {
  const first = new Int32Array(height + 1)
  const from: number[] = []
  const until: number[] = []
  for (let y = 0; y < height; y++) {
    first[y] = from.length
    const start = y * width
    for (let x = 0; x < width; x++) {
      if (mask[start + x] === 0) continue
      from.push(x)
      while (x < width && mask[start + x] !== 0) x++
      until.push(x)
    }
  }
  first[height] = from.length
  return { first, from: Int32Array.from(from), until: Int32Array.from(until) }
}

/** The runs grown by one pixel on every side, clipped to the picture. */
export function widenRuns({ first, from, until }: PixelRuns, size: Size): PixelRuns {
  const { width, height } = size
  const mask = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let run = first[y]; run < first[y + 1]; run++) {
      const left = Math.max(0, from[run] - 1)
      const right = Math.min(width, until[run] + 1)
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        mask.fill(1, row * width + left, row * width + right)
    }
  }
  return pixelRuns(mask, size)
}
