import type { Point } from './geometry.ts'

/** An affine map of the plane with the six numbers of CSS `matrix()`: x' = ax + cy + e, y' = bx + dy + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** The identity map. */
export const identity: Affine = [1, 0, 0, 1, 0, 0]

/** The composition of maps, the last applied first, as in CSS and canvas. */
export const chained = (...maps: readonly Affine[]): Affine =>
  maps.reduce(
    ([a, b, c, d, e, f], [a2, b2, c2, d2, e2, f2]) => [
      a * a2 + c * b2,
      b * a2 + d * b2,
      a * c2 + c * d2,
      b * c2 + d * d2,
      a * e2 + c * f2 + e,
      b * e2 + d * f2 + f,
    ],
    identity,
  )

/** The inverse map; the given one must not flatten the plane. */
export const inverse = ([a, b, c, d, e, f]: Affine): Affine => {
  const area = a * d - b * c
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

/** The image of a point. */
export const mapped = ([a, b, c, d, e, f]: Affine, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

/** The scale of a map that keeps shapes. */
export const lengthening = ([a, b, c, d]: Affine): number => Math.sqrt(Math.abs(a * d - b * c))
