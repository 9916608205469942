import { cloud } from './noise.ts'
import { bokeh, softBox, sum } from './room-light.ts'
import type { Scene, Surface } from './scene.ts'
import { ball, blend, limb, nearest, within } from './solids.ts'
import { ink, mix, ramp, scale, unit, type Vec } from './vectors.ts'

const both = (make: (side: -1 | 1) => ReturnType<typeof ball>) => nearest(make(-1), make(1))

const head = blend(
  0.12,
  ball([0, 1.78, 0.12], [0.74, 0.6, 0.6]),
  both((s) => ball([s * 0.5, 1.6, 0.2], [0.36, 0.28, 0.32])),
  limb([0, 1.66, 0.5], [0, 1.6, 0.82], 0.25, 0.15),
)
const ears = both((s) => limb([s * 0.42, 2.16, 0.02], [s * 0.56, 2.66, -0.02], 0.25, 0.06))
const body = ball([0, 0.72, 0], [0.56, 0.76, 0.5])
const legs = both((s) => limb([s * 0.24, 0.95, 0.36], [s * 0.27, 0.17, 0.56], 0.17, 0.155))
const feet = both((s) => ball([s * 0.5, 0.2, 0.3], [0.25, 0.2, 0.4]))
const tail = blend(
  0.2,
  limb([0.3, 0.25, -0.4], [0.95, 0.3, -0.25], 0.14, 0.25),
  limb([0.95, 0.3, -0.25], [1.28, 0.78, -0.12], 0.25, 0.27),
  limb([1.28, 0.78, -0.12], [1.18, 1.28, -0.06], 0.25, 0.07),
)
const soft = blend(
  0.1,
  within([0, 1.75, 0.2], 0.95, head),
  within([0, 2.35, 0], 0.85, ears),
  body,
  legs,
  feet,
  within([0.9, 0.7, -0.2], 0.95, tail),
)
const eyes = both((s) => ball([s * 0.3, 1.87, 0.66], [0.085, 0.1, 0.07]))
const nose = ball([0, 1.69, 0.985], [0.105, 0.08, 0.07])
const hardParts = nearest(eyes, nose)

const orange = ink('#cf7a3a')
const cream = ink('#f4e8d6')
const brown = ink('#4a2c20')
const wall = ink('#8d9c93')

const surface = (at: Vec): Surface => {
  const clipped = hardParts(...at)
  if (clipped < 0.004) return { color: ink('#141012'), gloss: 0.06 }
  const [x, y, z] = at
  const tint = mix(orange, ink('#b05a26'), cloud(x * 5, y * 5, z * 5))
  if (tail(...at) < Math.min(body(...at), head(...at))) {
    return { color: mix(tint, cream, ramp(0.98, 1.06, y + 0.03 * Math.sin(x * 40))), fur: 0.17 }
  }
  if (ears(...at) < head(...at)) {
    const inside = ramp(0.1, 0.17, z) * ramp(0.05, 0.25, 2.62 - y)
    return { color: mix(mix(tint, brown, ramp(2.45, 2.6, y)), cream, inside * 0.9), fur: 0.07 }
  }
  if (legs(...at) < body(...at) || feet(...at) < body(...at)) {
    return { color: mix(tint, brown, ramp(0.5, 0.38, y)), fur: 0.06 }
  }
  const bib = ramp(0.34, 0.26, Math.abs(x)) * ramp(0.2, 0.34, z) * ramp(1.5, 1.3, y)
  const mask =
    ramp(1.78, 1.68, y + 0.42 * Math.abs(Math.abs(x) - 0.3)) * ramp(0.0, 0.24, z) * ramp(1.2, 1.3, y)
  return { color: mix(tint, cream, Math.max(bib, mask)), fur: 0.1 * ramp(0.042, 0.1, clipped) }
}

/** A plush fox on a wooden table: fur against a room out of focus. */
export const foxScene: Scene = {
  eye: [-1.5, 1.75, 6.4],
  target: [0.16, 1.27, 0],
  zoom: 0.265,
  bounds: { center: [0.2, 1.35, 0], radius: 1.95 },
  solid: nearest(soft, within([0, 1.8, 0.8], 0.5, hardParts)),
  fur: 0.17,
  surface,
  table: ([x, , z]) => {
    const plank = Math.floor((z + 40) / 0.9)
    const grain = cloud(x * 0.7 + plank * 7, 3, z * 9)
    const seam = ramp(0.012, 0.03, Math.abs(((z + 40) % 0.9) - 0.45) * -1 + 0.45)
    return { color: scale(mix(ink('#a9774c'), ink('#7a4f30'), grain), 0.55 + 0.45 * seam), gloss: 0.03 }
  },
  room: (u, v) =>
    sum(
      scale(wall, 0.5 + 0.16 * v - 0.1 * u),
      scale(ink('#fff1d6'), 0.75 * softBox(u, v, [-1.02, 0.62], [0.3, 0.55], 0.2)),
      scale(ink('#5b4a3f'), 0.35 * softBox(u, v, [0.95, 0.3], [0.32, 0.8], 0.16)),
      scale(ink('#3f5c47'), 0.35 * softBox(u, v, [0.62, 0.2], [0.12, 0.36], 0.22)),
      bokeh(u, v, [0.86, 0.74], 0.07, ink('#b98a4a')),
      bokeh(u, v, [1.05, 0.52], 0.085, ink('#a8743a')),
      bokeh(u, v, [0.7, 0.5], 0.06, ink('#8f6a3d')),
      bokeh(u, v, [1.18, 0.8], 0.075, ink('#a97f45')),
      bokeh(u, v, [-0.55, 0.82], 0.06, ink('#77736a')),
    ),
  window: unit([-0.62, 0.72, 0.52]),
  sunlight: [2.1, 1.92, 1.65],
  skylight: [0.72, 0.78, 0.88],
}
