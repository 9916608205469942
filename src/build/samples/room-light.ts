import { add, clamp, ramp, scale, type Vec } from './vectors.ts'

/** A point of light out of focus: a disc with a soft, slightly brighter rim. */
export const bokeh = (
  u: number,
  v: number,
  at: readonly [number, number],
  radius: number,
  light: Vec,
): Vec => {
  const far = Math.hypot(u - at[0], v - at[1]) / radius
  return scale(light, ramp(1.18, 0.82, far) * (0.75 + 0.25 * clamp(far) ** 4))
}

/** A rectangle out of focus, 0-1: centre, half sizes, and how far its edges are smeared. */
export const softBox = (
  u: number,
  v: number,
  [cx, cy]: readonly [number, number],
  [w, h]: readonly [number, number],
  blur: number,
): number => ramp(w + blur, w - blur, Math.abs(u - cx)) * ramp(h + blur, h - blur, Math.abs(v - cy))

export const sum = (...lights: readonly Vec[]): Vec => lights.reduce(add)
