import type { Size } from '#base/geometry.ts'

/** A region of a grid: 1 inside. */
export type RegionMask = Size & { readonly data: Uint8Array }

type Vertex = readonly [x: number, y: number]

/**
 * The outline of a region as SVG path data in pixels of a picture of this size: closed loops, also around holes, to
 * fill by the even-odd rule. They connect the midpoints of cell sides, so that slopes have no steps. Empty for an empty
 * region.
 */
export function outlinePath(mask: RegionMask, size: Size): string {
  const across = size.width / mask.width
  const down = size.height / mask.height
  const place = ([x, y]: Vertex) => `${Math.round(x * across * 10) / 10} ${Math.round(y * down * 10) / 10}`
  return outlineLoops(mask)
    .map((loop) => `M${loop.map(place).join('L')}Z`)
    .join('')
}

/** The loops between inner and outer cells, as midpoints of their sides, in cells. */
function outlineLoops({ width, height, data }: RegionMask): Vertex[][] {
  const isInside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === 1
  const columns = width + 1
  // Cell sides as steps between corners, the region on the right; a corner has two steps if cells touch diagonally.
  const steps = new Map<number, number[]>()
  const add = (from: number, to: number) => {
    const known = steps.get(from)
    if (known) known.push(to)
    else steps.set(from, [to])
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInside(x, y)) continue
      const corner = y * columns + x
      if (!isInside(x, y - 1)) add(corner, corner + 1)
      if (!isInside(x + 1, y)) add(corner + 1, corner + 1 + columns)
      if (!isInside(x, y + 1)) add(corner + 1 + columns, corner + columns)
      if (!isInside(x - 1, y)) add(corner + columns, corner)
    }
  }
  const loops: Vertex[][] = []
  for (const first of steps.keys()) {
    while (steps.get(first)?.length) {
      const loop: Vertex[] = []
      for (let at = first; ; ) {
        const to = steps.get(at)?.pop()
        if (to === undefined) break
        loop.push([
          ((at % columns) + (to % columns)) / 2,
          (Math.floor(at / columns) + Math.floor(to / columns)) / 2,
        ])
        at = to
      }
      loops.push(loop)
    }
  }
  return loops
}
