import { lookThroughFur } from './fur.ts'
import { cellNoise } from './noise.ts'
import type { Solid } from './solids.ts'
import { add, clamp, cross, dot, mix, mul, reflect, scale, sub, unit, type Vec } from './vectors.ts'

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
  const hit = start === null ? null : march(scene, from, ray, start, scene.fur)
  if (hit === null) return behind()
  const fuzzy = scene.fur > 0 ? lookThroughFur(scene, from, ray, hit, jitter) : null
  if (fuzzy) {
    const rest = fuzzy.passed ? behind() : fuzzy.skin
    return add(fuzzy.light, scale(rest, 1 - fuzzy.cover))
  }
  const at = add(from, scale(ray, hit))
  const normal = normalAt(scene.solid, at)
  const surface = scene.surface(at, normal)
  const own = shade(scene, surface, at, normal, ray)
  if (!surface.clear) return own
  // One bend towards the middle stands for both faces of the glass.
  const bend = 0.55 * (1 - Math.abs(dot(normal, ray)))
  const seen = lookBehind(
    scene,
    at,
    unit(sub(ray, scale(normal, bend * 0.35))),
    u - normal[0] * bend,
    v - normal[1] * bend,
  )
  return mix(own, mul(seen, surface.color), surface.clear * (1 - mirrored(surface, normal, ray)))
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
const mirrored = ({ gloss = 0 }: Surface, normal: Vec, ray: Vec): number =>
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

/** Distance along the ray to `margin` above the skin; null where it passes. */
const march = (scene: Scene, from: Vec, ray: Vec, start: number, margin: number): number | null => {
  let t = start
  const end = start + scene.bounds.radius * 2.2
  for (let i = 0; i < 110 && t < end; i++) {
    const d = scene.solid(from[0] + ray[0] * t, from[1] + ray[1] * t, from[2] + ray[2] * t) - margin
    if (d < 0.0012) return t
    t += d * 0.9
  }
  return null
}

const enterBounds = ({ bounds }: Scene, from: Vec, ray: Vec): number | null => {
  const to = sub(bounds.center, from)
  const along = dot(to, ray)
  const inside = bounds.radius ** 2 - (dot(to, to) - along ** 2)
  return inside < 0 || along < 0 ? null : Math.max(0.01, along - Math.sqrt(inside))
}

export const normalAt = (solid: Solid, [x, y, z]: Vec): Vec => {
  const e = 0.0015
  const a = solid(x + e, y - e, z - e)
  const b = solid(x - e, y - e, z + e)
  const c = solid(x - e, y + e, z - e)
  const d = solid(x + e, y + e, z + e)
  return unit([a - b - c + d, c + d - a - b, b + d - a - c])
}
