import { cloud } from './noise.ts'
import { softBox, sum } from './room-light.ts'
import type { Scene, Surface } from './scene.ts'
import { lathe, nearest, type Solid, within } from './solids.ts'
import { ink, mix, ramp, scale, unit, type Vec } from './vectors.ts'

const glass = lathe(0.02, 2.12, (y) => 0.6 - 0.38 * ramp(1.42, 1.82, y) + 0.02 * ramp(2.0, 2.06, y), 0.07)
const collar = lathe(2.1, 2.3, () => 0.25, 0.02)
const bulb = lathe(2.28, 2.92, (y) => 0.2 - 0.06 * ramp(2.3, 2.9, y) + 0.05 * Math.sin((y - 2.3) * 5), 0.1)
const box: Solid = (x, y, z) => {
  // Turned a little on the table, beside and behind the bottle.
  const a = 0.85 * (x - 0.95) + 0.52 * (z + 0.55)
  const b = -0.52 * (x - 0.95) + 0.85 * (z + 0.55)
  const dx = Math.abs(a) - 0.48
  const dy = Math.abs(y - 0.86) - 0.84
  const dz = Math.abs(b) - 0.48
  const out = Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2 + Math.max(dz, 0) ** 2)
  return out + Math.min(Math.max(dx, dy, dz), 0) - 0.02
}
const bottle = within([0, 1.4, 0], 1.6, nearest(glass, collar, bulb))

const paper = ink('#efe6d4')
const print = ink('#2d3b35')

/** The label's print: a frame, a leaf over two lines and small text, drawn on a strip around the bottle. */
const label = (across: number, y: number): Vec => {
  const frame = Math.abs(Math.max(Math.abs(across) / 0.4, Math.abs(y - 0.86) / 0.42) - 0.93) < 0.012
  const leaf =
    Math.abs(across - 0.06 * Math.sin((y - 1.08) * 9)) < 0.075 * ramp(0.16, 0.0, Math.abs(y - 1.08)) &&
    Math.abs(across - 0.02) > 0.006
  const name = Math.abs(y - 0.8) < 0.045 && Math.abs(across) < 0.25 && (Math.abs(across) * 25) % 2.4 > 0.7
  const text = [0.68, 0.63, 0.58].some(
    (line, i) => Math.abs(y - line) < 0.011 && Math.abs(across) < 0.22 - i * 0.05,
  )
  const dots = text && cloud(across * 60, y * 9, 1) > 0.42
  return frame || leaf || name || dots ? print : paper
}

const surface = (at: Vec): Surface => {
  const [x, y, z] = at
  if (box(x, y, z) < bottle(x, y, z)) {
    const band = Math.abs(y - 1.18) < 0.07
    return { color: band ? ink('#c08d3e') : ink('#2f4a42'), gloss: band ? 0.3 : 0.03 }
  }
  if (y > 2.29) return { color: ink('#26211f'), gloss: 0.03 }
  if (y > 2.11) return { color: ink('#c8a15a'), gloss: 0.45 }
  const across = Math.atan2(x + 0.1 * z, z) * 0.6
  if (Math.abs(across) < 0.4 && Math.abs(y - 0.86) < 0.42) return { color: label(across, y), gloss: 0.02 }
  const filled = ramp(1.5, 1.46, y)
  const edge = Math.abs(x) / 0.6
  const amber = mix(ink('#b5651d'), ink('#5a2408'), Math.min(1, edge * edge * 0.9 + filled * 0.25))
  return { color: scale(amber, 0.75 + 0.35 * ramp(0.2, 1.9, y)), gloss: 0.05, glow: 0.4 }
}

/** An amber dropper bottle with its box: a product on a stone shelf. */
export const bottleScene: Scene = {
  eye: [0.5, 1.9, 7.2],
  target: [0.34, 1.36, 0],
  zoom: 0.25,
  bounds: { center: [0.35, 1.45, -0.2], radius: 1.85 },
  solid: nearest(bottle, within([0.95, 0.86, -0.55], 1.1, box)),
  fur: 0,
  surface,
  table: ([x, , z]) => {
    const vein = Math.abs(cloud(x * 1.3 + 4, 2, z * 1.3) - 0.5)
    return { color: mix(ink('#b9b2a6'), ink('#e4ded3'), ramp(0, 0.09, vein)), gloss: 0.05 }
  },
  room: (u, v) =>
    sum(
      scale(ink('#d8cfc4'), 0.62 + 0.14 * v + 0.12 * u),
      // Leaves in front of the window throw soft shadows on the wall.
      scale(ink('#fff3df'), 0.34 * softBox(u + v * 0.35, v, [0.55, 0.45], [0.26, 0.6], 0.14)),
      scale(ink('#fff3df'), 0.28 * softBox(u + v * 0.35, v, [1.15, 0.45], [0.22, 0.6], 0.14)),
      scale(ink('#fff3df'), -0.22 * softBox(u - v * 0.5, v, [0.35, 0.4], [0.06, 0.5], 0.12)),
      scale(ink('#fff3df'), -0.18 * softBox(u - v * 0.9, v, [-0.5, 0.3], [0.08, 0.5], 0.16)),
    ),
  window: unit([-0.7, 0.62, 0.5]),
  sunlight: [1.75, 1.62, 1.42],
  skylight: [0.62, 0.64, 0.68],
}
