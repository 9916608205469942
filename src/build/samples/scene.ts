import type { Solid } from './solids.ts'
import { dot, sub, type Vec } from './vectors.ts'

export type Surface = {
  readonly color: Vec
  /** Share of light mirrored when looked at straight: 0 cloth, 0.04 glaze, 0.5 metal. */
  readonly gloss?: number
  /** Length of the fur, and which way it lies. */
  readonly fur?: number
  /** Light let through to what is behind, 0-1, tinted by `color`. */
  readonly clear?: number
  /** Light that comes through from behind, as in leaves. */
  readonly glow?: number
}

export type Scene = {
  readonly eye: Vec
  readonly target: Vec
  /** Half the height of the picture at distance 1. */
  readonly zoom: number
  /** Every solid lies inside this ball. */
  readonly bounds: { readonly center: Vec; readonly radius: number }
  readonly solid: Solid
  /** What is seen through clear surfaces. */
  readonly inGlass?: Solid
  /** Longest fur; 0 without. */
  readonly fur: number
  surface(at: Vec, normal: Vec): Surface
  /** The table top is y = 0. */
  table(at: Vec): Surface
  /** The room out of focus: `u` runs right from -4/3 to 4/3, `v` up from -1 to 1. */
  room(u: number, v: number): Vec
  /** Towards the window that lights the scene. */
  readonly window: Vec
  readonly sunlight: Vec
  readonly skylight: Vec
}

/** Distance along the ray to the ball around the scene; null where the ray passes it. */
export const enterBounds = ({ bounds }: Scene, from: Vec, ray: Vec): number | null => {
  const to = sub(bounds.center, from)
  const along = dot(to, ray)
  const inside = bounds.radius ** 2 - (dot(to, to) - along ** 2)
  return inside < 0 || along < 0 ? null : Math.max(0.01, along - Math.sqrt(inside))
}
