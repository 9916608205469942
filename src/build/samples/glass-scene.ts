import { cloud } from './noise.ts'
import { bokeh, softBox, sum } from './room-light.ts'
import type { Scene, Surface } from './scene.ts'
import { ball, lathe, limb, nearest, type Solid, within } from './solids.ts'
import { ink, mix, ramp, scale, unit, type Vec } from './vectors.ts'

const outer = (y: number): number => 0.5 + 0.13 * y
const wall = lathe(0, 2.2, outer, 0.03)
const tumbler: Solid = (x, y, z) => Math.max(wall(x, y, z), -lathed(x, y, z))
const lathed = lathe(0.16, 2.6, (y) => outer(y) - 0.045, 0.05)
const drink = lathe(0.16, 1.62, (y) => outer(y) - 0.045, 0.04)
const straw = limb([-0.1, 0.3, 0.05], [0.72, 2.95, -0.3], 0.045, 0.045)
const slice: Solid = (x, y, z) => {
  // A round of lemon, stuck on the rim and facing the viewer.
  const px = x + 0.72
  const py = y - 2.24
  const round = Math.sqrt(px * px + py * py) - 0.42
  return Math.max(round, Math.abs(z - 0.12) - 0.045) * 0.9
}
const lemon = ball([1.22, 0.37, 0.42], [0.47, 0.37, 0.37])
const tipOfLemon = limb([1.22, 0.37, 0.42], [1.71, 0.37, 0.5], 0.2, 0.06)
const fruit = nearest(lemon, tipOfLemon)
const vessel = within([0, 1.1, 0], 1.5, nearest(tumbler, drink))
const dressing = within([0, 2, 0], 1.35, nearest(straw, slice))

const zest = (at: Vec): Vec =>
  scale(
    mix(ink('#f2c530'), ink('#e3a81c'), cloud(at[0] * 6, at[1] * 6, at[2] * 6)),
    0.9 + 0.2 * cloud(at[0] * 60, at[1] * 60, at[2] * 60),
  )

const surface = (at: Vec): Surface => {
  const [x, y, z] = at
  if (slice(x, y, z) < 0.004) {
    const far = Math.sqrt((x + 0.72) ** 2 + (y - 2.24) ** 2)
    const ray = Math.abs(((Math.atan2(y - 2.24, x + 0.72) / 6.2832 + 1) * 9) % 1) * 2 - 1
    const pith = Math.max(ramp(0.33, 0.35, far), ramp(0.86, 0.95, Math.abs(ray)), ramp(0.06, 0.03, far))
    const flesh = mix(ink('#f7d64a'), ink('#fbe98c'), cloud(far * 24, ray * 5, 2))
    return { color: far > 0.4 ? zest(at) : mix(flesh, ink('#fdf6d8'), pith), gloss: 0.03, glow: 0.5 }
  }
  if (straw(x, y, z) < 0.004) {
    const stripe = (y * 5 + Math.atan2(z + 0.1, x - y * 0.31) / 6.2832) % 1 > 0.5
    return { color: stripe ? ink('#c9483c') : ink('#f4efe6'), gloss: 0.03 }
  }
  if (fruit(x, y, z) < 0.004) return { color: zest(at), gloss: 0.05 }
  const inDrink = y < 1.62 && y > 0.14
  if (inDrink) {
    const depth = ramp(0.1, 0.62, Math.abs(x))
    return {
      color: mix(ink('#fdf3b4'), ink('#f0cf52'), depth * 0.7 + 0.3 * ramp(1.6, 0.2, y)),
      gloss: 0.05,
      clear: 0.52,
    }
  }
  return { color: [0.94, 0.97, 0.97], gloss: 0.06, clear: 0.95 }
}

/** A glass of lemonade with a lemon: what is clear, what is tinted and what is solid. */
export const glassScene: Scene = {
  eye: [-0.4, 1.75, 7.4],
  target: [0.26, 1.42, 0],
  zoom: 0.26,
  bounds: { center: [0.25, 1.45, 0], radius: 1.95 },
  solid: nearest(vessel, dressing, within([1.3, 0.37, 0.43], 0.6, fruit)),
  inGlass: dressing,
  fur: 0,
  surface,
  table: ([x, , z]) => {
    const weave = 0.5 + 0.25 * (Math.sin(x * 75) + Math.sin(z * 75))
    return { color: mix(ink('#6f8fa6'), ink('#86a5ba'), weave * 0.6 + 0.4 * cloud(x * 3, 1, z * 3)) }
  },
  room: (u, v) =>
    sum(
      scale(ink('#7fa3a0'), 0.5 + 0.3 * v),
      scale(ink('#e8f0d0'), 0.34 * softBox(u, v, [0.75, 0.62], [0.4, 0.5], 0.3)),
      scale(ink('#2f5a3a'), 0.5 * softBox(u, v, [-0.85, 0.1], [0.45, 0.35], 0.25)),
      bokeh(u, v, [-0.95, 0.62], 0.12, scale(ink('#cfe3a0'), 0.3)),
      bokeh(u, v, [-0.66, 0.8], 0.1, scale(ink('#e7eeb9'), 0.3)),
      bokeh(u, v, [-1.16, 0.34], 0.09, scale(ink('#a9cf8a'), 0.3)),
      bokeh(u, v, [0.98, 0.3], 0.11, scale(ink('#f2f2cc'), 0.22)),
      bokeh(u, v, [0.66, 0.82], 0.08, scale(ink('#f2f2cc'), 0.25)),
    ),
  window: unit([-0.6, 0.7, 0.46]),
  sunlight: [2.0, 1.9, 1.7],
  skylight: [0.7, 0.76, 0.82],
}
