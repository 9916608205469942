import { enterBounds, type Scene, type Surface } from './scene.ts'
import type { Solid } from './solids.ts'
import { add, clamp, cross, dot, mul, reflect, scale, sub, unit, type Vec } from './vectors.ts'

/** Lit by the window, the sky-like room and its mirror image. */
export const shade = (scene: Scene, surface: Surface, at: Vec, normal: Vec, ray: Vec): Vec => {
  const facing = dot(normal, scene.window)
  const sun = clamp(facing) * (facing > 0 ? litShare(scene, at, normal) : 0)
  const through = (surface.glow ?? 0) * clamp(-facing) * 0.8
  const open = openShare(scene, at, normal)
  const sky = (0.6 + 0.4 * normal[1]) * open
  const light = add(scale(scene.sunlight, sun + through), scale(scene.skylight, sky))
  const matte = mul(surface.color, light)
  const share = mirrored(surface, normal, ray)
  return share > 0
    ? add(scale(matte, 1 - share), scale(mirror(scene, reflect(ray, normal)), share * open))
    : matte
}

/** Schlick's approximation. */
export const mirrored = ({ gloss = 0 }: Surface, normal: Vec, ray: Vec): number =>
  gloss > 0 ? gloss + (1 - gloss) * 0.8 * (1 - clamp(-dot(normal, ray))) ** 5 : 0

/** What a mirror sees: a tall window with bars, a bright wall opposite, a dim room. */
const mirror = (scene: Scene, ray: Vec): Vec => {
  const dim = scale(scene.skylight, 0.35 + 0.3 * ray[1])
  const across = dot(ray, unit(cross(scene.window, [0, 1, 0])))
  const ahead = dot(ray, scene.window)
  const inWindow = ahead > 0.5 && Math.abs(across) < 0.3 && Math.abs(ray[1] - scene.window[1]) < 0.42
  const bar = Math.abs(across) < 0.018 || Math.abs(ray[1] - scene.window[1] - 0.1) < 0.014
  if (inWindow && !bar) return scale(scene.sunlight, 3.2)
  const card =
    clamp((-ray[0] * Math.sign(scene.window[0]) - 0.55) * 5) * clamp(1 - Math.abs(ray[1] - 0.2) * 1.6)
  return add(dim, scale(scene.skylight, card * 1.4))
}

/** Soft shadow of the window light, 0-1. */
const litShare = (scene: Scene, at: Vec, normal: Vec): number => {
  if (enterBounds(scene, at, scene.window) === null) return 1
  let share = 1
  let t = 0.04
  for (let i = 0; i < 36 && t < 5; i++) {
    const lift = 0.015 + scene.fur * 0.5
    const d = scene.solid(
      at[0] + normal[0] * lift + scene.window[0] * t,
      at[1] + normal[1] * lift + scene.window[1] * t,
      at[2] + normal[2] * lift + scene.window[2] * t,
    )
    share = Math.min(share, 0.5 + (5.5 * d) / t / 2)
    if (share <= 0) return 0
    t += clamp(d, 0.03, 0.35)
  }
  return share * share * (3 - 2 * share)
}

/** Share of the sky that a point sees, from how soon others come near along the normal. */
const openShare = ({ solid, bounds }: Scene, at: Vec, normal: Vec): number => {
  const away = sub(at, bounds.center)
  if (dot(away, away) > (bounds.radius + 0.5) ** 2) return 1
  let closed = 0
  for (let i = 1; i <= 5; i++) {
    const far = 0.09 * i
    const [x, y, z] = add(at, scale(normal, far))
    closed += Math.max(0, far - Math.min(solid(x, y, z), y)) / 2 ** (i * 0.7)
  }
  return clamp(1 - 2.2 * closed, 0.08)
}

export const normalAt = (solid: Solid, [x, y, z]: Vec): Vec => {
  const e = 0.0015
  const a = solid(x + e, y - e, z - e)
  const b = solid(x - e, y - e, z + e)
  const c = solid(x - e, y + e, z - e)
  const d = solid(x + e, y + e, z + e)
  return unit([a - b - c + d, c + d - a - b, b + d - a - c])
}
