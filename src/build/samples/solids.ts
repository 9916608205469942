import type { Vec } from './vectors.ts'

/**
 * Signed distance from (x, y, z) to a solid: negative inside. Plain numbers and no allocation, because
 * a picture asks some hundred million times. After Inigo Quilez, "distance functions".
 */
export type Solid = (x: number, y: number, z: number) => number

export const ball = ([cx, cy, cz]: Vec, [rx, ry, rz]: Vec): Solid => {
  const least = Math.min(rx, ry, rz)
  return (x, y, z) => {
    const a = (x - cx) / rx
    const b = (y - cy) / ry
    const c = (z - cz) / rz
    const far = Math.sqrt(a * a + b * b + c * c)
    if (rx === ry && ry === rz) return (far - 1) * rx
    const slope = length3(a / rx, b / ry, c / rz)
    return slope > 1e-9 ? (far * (far - 1)) / slope : -least
  }
}

/** A capsule whose radius goes from `r0` at `from` to `r1` at `to`. */
export const limb = ([ax, ay, az]: Vec, [bx, by, bz]: Vec, r0: number, r1: number): Solid => {
  const dx = bx - ax
  const dy = by - ay
  const dz = bz - az
  const length2 = dx * dx + dy * dy + dz * dz
  return (x, y, z) => {
    const px = x - ax
    const py = y - ay
    const pz = z - az
    const t = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / length2))
    return length3(px - dx * t, py - dy * t, pz - dz * t) - (r0 + (r1 - r0) * t)
  }
}

/** Turned on a lathe: `radius(y)` around the vertical axis, from `bottom` to `top`, its rims rounded. */
export const lathe = (bottom: number, top: number, radius: (y: number) => number, rounding = 0.02): Solid => {
  const middle = (bottom + top) / 2
  const half = (top - bottom) / 2 - rounding
  return (x, y, z) => {
    const outside = Math.sqrt(x * x + z * z) - radius(Math.min(top, Math.max(bottom, y))) + rounding
    const above = Math.abs(y - middle) - half
    const corner = length3(Math.max(outside, 0), Math.max(above, 0), 0)
    return (Math.min(Math.max(outside, above), 0) + corner - rounding) * 0.8
  }
}

/** The nearest of all, their seams filled over a width of `blend`. */
export const blend = (width: number, ...solids: readonly Solid[]): Solid => {
  return (x, y, z) => {
    let near = Number.POSITIVE_INFINITY
    for (let i = 0; i < solids.length; i++) {
      const d = (solids[i] as Solid)(x, y, z)
      const h = Math.max(width - Math.abs(near - d), 0)
      near = Math.min(near, d) - (h * h) / (4 * width || 1)
    }
    return near
  }
}

export const nearest = (...solids: readonly Solid[]): Solid => {
  return (x, y, z) => {
    let near = Number.POSITIVE_INFINITY
    for (let i = 0; i < solids.length; i++) near = Math.min(near, (solids[i] as Solid)(x, y, z))
    return near
  }
}

/** The solid itself near a ball around it; further off, the cheaper distance to that ball. */
export const within = ([cx, cy, cz]: Vec, radius: number, solid: Solid): Solid => {
  return (x, y, z) => {
    const far = length3(x - cx, y - cy, z - cz) - radius
    return far > 0.35 ? far : solid(x, y, z)
  }
}

// Math.hypot minds overflow, and is ten times slower for it.
const length3 = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z)
