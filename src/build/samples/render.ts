import { lookThroughFur } from './fur.ts'
import { cellNoise } from './noise.ts'
import { enterBounds, type Scene } from './scene.ts'
import { mirrored, normalAt, shade } from './shade.ts'
import type { Solid } from './solids.ts'
import { add, clamp, cross, dot, mix, mul, scale, sub, unit, type Vec } from './vectors.ts'

/** The scene in linear light, 3 floats a pixel; `samples` x `samples` rays through each. */
export const render = (scene: Scene, width: number, height: number, samples: number): Float32Array => {
  const forward = unit(sub(scene.target, scene.eye))
  const right = unit(cross(forward, [0, 1, 0]))
  const up = cross(right, forward)
  const pixels = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum: Vec = [0, 0, 0]
      for (let s = 0; s < samples * samples; s++) {
        const jitter = cellNoise(x, y, s)
        const u = (x + ((s % samples) + jitter) / samples - width / 2) / (height / 2)
        const v = (height / 2 - y - (Math.floor(s / samples) + cellNoise(y, x, s)) / samples) / (height / 2)
        const ray = unit(add(forward, add(scale(right, u * scene.zoom), scale(up, v * scene.zoom))))
        sum = add(sum, exposed(look(scene, scene.eye, ray, u, v, jitter)))
      }
      pixels.set(scale(sum, 1 / samples ** 2), (y * width + x) * 3)
    }
  }
  return pixels
}

/** Keeps single bright rays from ringing through the average of a pixel. */
const exposed = (light: Vec): Vec => [Math.min(light[0], 2), Math.min(light[1], 2), Math.min(light[2], 2)]

const look = (scene: Scene, from: Vec, ray: Vec, u: number, v: number, jitter: number): Vec => {
  const behind = () => lookBehind(scene, from, ray, u, v)
  const start = enterBounds(scene, from, ray)
  const hit =
    start === null ? null : march(scene.solid, from, ray, start, scene.bounds.radius * 2.2, scene.fur)
  if (hit === null) return behind()
  const fuzzy = scene.fur > 0 ? lookThroughFur(scene, from, ray, hit, jitter) : null
  if (fuzzy) {
    const rest = fuzzy.passed ? behind() : fuzzy.skin
    return add(fuzzy.light, scale(rest, 1 - fuzzy.cover))
  }
  const at = add(from, scale(ray, hit))
  const normal = normalAt(scene.solid, at)
  const surface = scene.surface(at, normal)
  if (!surface.clear) return shade(scene, surface, at, normal, ray)
  const own = shade(scene, { ...surface, color: scale(surface.color, 1.03 - surface.clear) }, at, normal, ray)
  const seen = mul(lookThroughGlass(scene, at, normal, ray, u, v), surface.color)
  return mix(own, seen, surface.clear * (1 - mirrored(surface, normal, ray)))
}

/** One bend towards the middle stands for both faces of the glass; its edges are dark. */
const lookThroughGlass = (scene: Scene, at: Vec, normal: Vec, ray: Vec, u: number, v: number): Vec => {
  const aslant = 1 - Math.abs(dot(normal, ray))
  const bend = 0.55 * aslant
  const bent = unit(sub(ray, scale(normal, bend * 0.35)))
  const inside = scene.inGlass
  const hit = inside ? march(inside, at, bent, 0, scene.bounds.radius) : null
  if (inside && hit !== null) {
    const there = add(at, scale(bent, hit))
    const facing = normalAt(inside, there)
    return shade({ ...scene, solid: inside }, scene.surface(there, facing), there, facing, bent)
  }
  return scale(
    lookBehind(scene, at, bent, u - normal[0] * bend, v - normal[1] * bend),
    1 - 0.55 * aslant ** 2,
  )
}

const lookBehind = (scene: Scene, from: Vec, ray: Vec, u: number, v: number): Vec => {
  const room = scene.room(u, v)
  if (ray[1] >= -0.001) return room
  const far = -from[1] / ray[1]
  const at = add(from, scale(ray, far))
  const distance = Math.hypot(at[0] - scene.bounds.center[0], at[2] - scene.bounds.center[2])
  const faded = clamp((distance - 2.5) / 6)
  if (faded >= 1) return room
  return mix(shade(scene, scene.table(at), at, [0, 1, 0], ray), room, faded * faded * (3 - 2 * faded))
}

/** Distance along the ray to where `solid` is nearer than `margin`; null where it passes. */
const march = (
  solid: Solid,
  from: Vec,
  ray: Vec,
  start: number,
  reach: number,
  margin = 0,
): number | null => {
  let t = start
  for (let i = 0; i < 110 && t < start + reach; i++) {
    const d = solid(from[0] + ray[0] * t, from[1] + ray[1] * t, from[2] + ray[2] * t) - margin
    if (d < 0.0012) return t
    t += d * 0.9
  }
  return null
}
