import { noise } from './noise.ts'
import type { Scene } from './scene.ts'
import { normalAt, shade } from './shade.ts'
import { add, clamp, dot, mul, scale, type Vec } from './vectors.ts'

const strandsPerUnit = 64
const steps = 44

export type Fuzzy = {
  /** Light of the hairs in front, already weighed by their cover. */
  readonly light: Vec
  /** How much of what is behind the hairs hide, 0-1. */
  readonly cover: number
  /** The ray came out on the other side; otherwise it ended on `skin`. */
  readonly passed: boolean
  readonly skin: Vec
}

/**
 * Follows a ray through the layer of fur above the skin, hair by hair. Null on a part without fur.
 * `start` is where the ray meets the longest fur there could be.
 */
export const lookThroughFur = (
  scene: Scene,
  from: Vec,
  ray: Vec,
  start: number,
  jitter: number,
): Fuzzy | null => {
  let t = start
  let light: Vec = [0, 0, 0]
  let cover = 0
  let tone: Tone | null = null
  const step = (scene.fur * 2.6) / steps
  t += step * jitter
  for (let i = 0; i < steps * 3; i++) {
    const at = add(from, scale(ray, t))
    const height = scene.solid(...at)
    if (height > scene.fur * 1.05) {
      if (height > scene.fur * 3 || i > steps * 2) break
      t += Math.max(step, (height - scene.fur) * 0.8)
      continue
    }
    const known = i % 16 === 0 ? undefined : tone?.light
    if (tone === null || i % 4 === 0 || height < 0.002) tone = toneAt(scene, at, ray, known)
    if (height < 0.002) {
      if (tone.length === 0)
        return cover > 0 ? { light, cover, passed: false, skin: bare(scene, at, ray) } : hard(scene, at, ray)
      return { light, cover, passed: false, skin: scale(tone.color, 0.4) }
    }
    if (tone.length > 0) {
      const share = height / tone.length
      const hair = share < 1 ? hairAt(at, tone.normal, height, share, tone.length) : 0
      if (hair > 0) {
        const opaque = hair * 0.6 * (1 - cover)
        light = add(light, scale(tone.color, opaque * (0.45 + 0.75 * share)))
        cover += opaque
        if (cover > 0.98) break
      }
      t += step
    } else t += Math.max(0.002, height * 0.8)
  }
  return { light, cover, passed: cover <= 0.98, skin: [0, 0, 0] }
}

const bare = (scene: Scene, at: Vec, ray: Vec): Vec => {
  const normal = normalAt(scene.solid, at)
  return shade(scene, scene.surface(at, normal), at, normal, ray)
}

const hard = (scene: Scene, at: Vec, ray: Vec): Fuzzy => ({
  light: bare(scene, at, ray),
  cover: 1,
  passed: false,
  skin: [0, 0, 0],
})

type Tone = { readonly normal: Vec; readonly color: Vec; readonly length: number; readonly light: Vec }

/**
 * Light and length of the fur around a point; a rim of light where it is seen from the side. `known` is
 * the light on white fur nearby, where that has been found before.
 */
const toneAt = (scene: Scene, at: Vec, ray: Vec, known?: Vec): Tone => {
  const normal = normalAt(scene.solid, at)
  const { color, fur = 0 } = scene.surface(at, normal)
  const side = (1 - clamp(-dot(normal, ray))) ** 3
  const light = known ?? shade(scene, white, at, normal, ray)
  return { normal, color: mul(color, add(light, scale(scene.skylight, side * 0.5))), length: fur, light }
}

const white = { color: [1, 1, 1] } as const

/** How much hair is at a point, 0-1: strands that thin out upwards, differ in length and hang a little. */
const hairAt = (at: Vec, normal: Vec, height: number, share: number, length: number): number => {
  const hang = share * share * length * 0.7
  const rx = at[0] - normal[0] * height
  const ry = at[1] - normal[1] * height + hang
  const rz = at[2] - normal[2] * height
  const clump = noise(rx * 9, ry * 9, rz * 9)
  const longest = 0.55 + 0.45 * clump
  if (share > longest) return 0
  const strand = noise(rx * strandsPerUnit, ry * strandsPerUnit, rz * strandsPerUnit)
  return clamp((strand - 0.28 - 0.5 * (share / longest)) * 5)
}
