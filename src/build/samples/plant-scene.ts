import { cloud } from './noise.ts'
import { bokeh, softBox, sum } from './room-light.ts'
import type { Scene, Surface } from './scene.ts'
import { lathe, limb, nearest, type Solid, within } from './solids.ts'
import { add, cross, dot, ink, mix, ramp, scale, sub, unit, type Vec } from './vectors.ts'

type Leaf = { readonly solid: Solid; readonly place: (at: Vec) => readonly [number, number, number] }

/** A leaf from `root` towards `tip`: a thin, pointed shell, bent down along its length and up at its sides. */
const leaf = (root: Vec, tip: Vec, width: number): Leaf => {
  const axis = sub(tip, root)
  const length = Math.sqrt(dot(axis, axis))
  const along = unit(axis)
  const side = unit(cross(along, [0, 1, 0]))
  const up = cross(side, along)
  const place = (at: Vec): readonly [number, number, number] => {
    const p = sub(at, root)
    const a = dot(p, along) / length
    const s = dot(p, side)
    const droop = 0.16 * length * (a * a - a)
    return [a, s, dot(p, up) + droop - 0.35 * Math.abs(s)]
  }
  const middle = scale(add(root, tip), 0.5)
  const solid: Solid = (x, y, z) => {
    const [a, s, h] = place([x, y, z])
    const inside = Math.min(1, Math.max(0, a))
    const half = width * Math.sin(Math.PI * inside ** 0.75) ** 0.8
    const aside = Math.max(0, Math.abs(s) - half)
    const beyond = (a - inside) * length
    return (Math.sqrt(aside * aside + beyond * beyond + h * h) - 0.012) * 0.72
  }
  return { solid: within(middle, length * 0.62, solid), place }
}

const golden = 2.39996
const leaves: readonly Leaf[] = Array.from({ length: 17 }, (_, i) => {
  const turn = i * golden + 0.4
  const rise = 0.35 + 0.062 * i
  const out: Vec = [Math.cos(turn), 0, Math.sin(turn)]
  const start: Vec = [0.1 * out[0], 1.05 + 0.055 * i, 0.1 * out[2]]
  const reach = 1.06 - 0.036 * i
  return leaf(start, add(start, [out[0] * reach, rise, out[2] * reach]), 0.17 - 0.003 * i)
})
const stem = limb([0, 0.8, 0], [0.04, 2.05, 0], 0.045, 0.025)
const pot = lathe(0.02, 0.84, (y) => 0.46 + 0.16 * y, 0.05)
const soil = lathe(0.84, 0.93, () => 0.6, 0.02)
const rim = lathe(0.8, 1.0, () => 0.66, 0.035)
const hollow: Solid = (x, y, z) => Math.max(rim(x, y, z), 0.56 - Math.sqrt(x * x + z * z))
const pottery = within([0, 0.5, 0], 0.9, nearest(pot, hollow))

const surface = (at: Vec): Surface => {
  const [x, y, z] = at
  if (pottery(x, y, z) < 0.01) {
    const glaze = ramp(0.42, 0.46, y + 0.04 * Math.sin(Math.atan2(x, z) * 3))
    const clay = scale(ink('#c0744f'), 0.85 + 0.3 * cloud(x * 14, y * 30, z * 14))
    return { color: mix(clay, ink('#e9e2d3'), glaze), gloss: 0.04 * glaze }
  }
  if (soil(x, y, z) < 0.01) return { color: scale(ink('#3a2a20'), 0.6 + 0.8 * cloud(x * 22, y * 22, z * 22)) }
  const near = leaves.find(({ solid }) => solid(x, y, z) < 0.006)
  if (!near) return { color: ink('#55763a') }
  const [a, s] = near.place(at)
  const rib = ramp(0.012, 0.004, Math.abs(s))
  const veins = ramp(0.8, 0.95, Math.sin((a * 9 - Math.abs(s) * 11) * 6.28) * 0.5 + 0.5) * 0.35
  const green = mix(ink('#2f6b3a'), ink('#79a84b'), ramp(0.05, 0.17, Math.abs(s)) * 0.6 + 0.25 * a)
  return { color: mix(green, ink('#b9d08a'), Math.max(rib, veins * 0.6)), gloss: 0.035, glow: 0.5 }
}

/** A leafy plant in a glazed pot: thin, pointed edges and gaps between them. */
export const plantScene: Scene = {
  eye: [0.8, 2.2, 7.2],
  target: [0.1, 1.47, 0],
  zoom: 0.278,
  bounds: { center: [0, 1.5, 0], radius: 2.05 },
  solid: nearest(
    pottery,
    soil,
    stem,
    within([0, 1.85, 0], 1.45, nearest(...leaves.map(({ solid }) => solid))),
  ),
  fur: 0,
  surface,
  table: ([x, , z]) => {
    const grain = cloud(x * 9, 3, z * 0.8)
    return { color: mix(ink('#cdb08a'), ink('#b08d62'), grain), gloss: 0.03 }
  },
  room: (u, v) =>
    sum(
      scale(ink('#b9a79a'), 0.6 + 0.12 * v - 0.12 * u),
      scale(ink('#cfe0ef'), 0.7 * softBox(u, v, [-1.05, 0.55], [0.32, 0.7], 0.16)),
      scale(ink('#7b4b3a'), 0.34 * softBox(u, v, [0.98, -0.02], [0.3, 0.4], 0.14)),
      scale(ink('#e0b884'), 0.3 * softBox(u, v, [0.9, 0.72], [0.42, 0.06], 0.08)),
      bokeh(u, v, [0.62, 0.62], 0.06, scale(ink('#ffcf8a'), 0.3)),
      bokeh(u, v, [1.1, 0.42], 0.08, scale(ink('#ffcf8a'), 0.25)),
    ),
  window: unit([-0.66, 0.66, 0.36]),
  sunlight: [2.0, 1.88, 1.68],
  skylight: [0.6, 0.66, 0.74],
}
