import type { Size } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { seededRandom } from './seeded-random.ts'

/** A mug in a frame; lengths in pixels. */
export type Mug = {
  /** Its middle. */
  readonly x: number
  readonly y: number
  /** Half its height. */
  readonly radius: number
  /** Where the handle points: 1 right, -1 left. */
  readonly turn: number
}

/** What a frame of a room shows. */
export type RoomFrame = {
  readonly mugs: readonly Mug[]
  /** How far the wall has moved to the left, in pixels. */
  readonly pan?: number
  /** How much larger the wall is than usual. */
  readonly zoom?: number
  /** Added to all colours. */
  readonly light?: number
}

export type Room = Size & {
  readonly wall: 'plain' | 'grained'
  /** Of the camera, in levels of 255. */
  readonly noise: number
}

export type PaintedFrame = { readonly raster: Raster; readonly truth: AlphaMask8 }

/** Frames of a room with red mugs on a desk, and the true mattes of the mugs. Nothing else in it is red. */
export function paintRoom(room: Room, frames: readonly RoomFrame[]): PaintedFrame[] {
  const wall = paintWall(room)
  const random = seededRandom(1)
  return frames.map((frame) => paintFrame(room, wall, frame, random))
}

type Wall = Size & { readonly data: Float32Array }

/** Twice as wide as the room, in three planes interleaved. */
function paintWall({ width, height, wall }: Room): Wall {
  const wide = 2 * width
  const data = new Float32Array(3 * wide * height)
  const random = seededRandom(2)
  const coarse = lattice(random)
  const fine = lattice(random)
  for (let y = 0, at = 0; y < height; y++) {
    const down = y / height
    for (let x = 0; x < wide; x++, at += 3) {
      const across = x / height
      const isDesk = down > 0.65
      const isFrame = Math.max(Math.abs((across % 0.9) - 0.4), 1.3 * Math.abs(down - 0.22)) < 0.13
      const texture =
        wall === 'plain' ? 0 : 30 * coarse(across * 10, down * 10) + 40 * fine(across * 32, down * 32)
      const level = texture - 25 * down - (isDesk ? 60 : 0) - (isFrame ? 70 : 0)
      data[at] = 165 + level
      data[at + 1] = 180 + level
      data[at + 2] = 190 + level
    }
  }
  return { width: wide, height, data }
}

/** Random numbers from -0.5 to 0.5 on a lattice, interpolated. */
const lattice = (random: () => number): ((x: number, y: number) => number) => {
  const side = 128
  const values = Float32Array.from({ length: side * side }, () => random() - 0.5)
  const value = (column: number, row: number) => values[(row % side) * side + (column % side)] ?? 0
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [x - left, y - top]
    const upper = value(left, top) * (1 - u) + value(left + 1, top) * u
    return upper * (1 - v) + (value(left, top + 1) * (1 - u) + value(left + 1, top + 1) * u) * v
  }
}

function paintFrame(
  { width, height, noise }: Room,
  wall: Wall,
  { mugs, pan = 0, zoom = 1, light = 0 }: RoomFrame,
  random: () => number,
): PaintedFrame {
  const data = new Uint8ClampedArray(width * height * 4)
  const truth = new Uint8ClampedArray(width * height)
  const color = new Float32Array(3)
  for (let y = 0, at = 0; y < height; y++) {
    const wallY = Math.min(height - 1.001, Math.max(0, height / 2 + (y - height / 2) / zoom))
    for (let x = 0; x < width; x++, at++) {
      const wallX = Math.min(wall.width - 1.001, Math.max(0, width / 2 + (x - width / 2) / zoom + pan))
      sampleWall(wall, wallX, wallY, color)
      let [red = 0, green = 0, blue = 0] = color
      let alpha = 0
      for (const mug of mugs) {
        const [u, v] = [(x + 0.5 - mug.x) / mug.radius, (y + 0.5 - mug.y) / mug.radius]
        if (Math.abs(u) > 1.4 || Math.abs(v) > 1.1) continue
        const share = mugShare(u, v, mug)
        const [own, side, rest] = mugColor(u, v, mug.turn)
        red += (own - red) * share
        green += (side - green) * share
        blue += (rest - blue) * share
        alpha = Math.max(alpha, share)
      }
      const jitter = light + noise * (random() + random() - 1)
      data[4 * at] = red + jitter
      data[4 * at + 1] = green + jitter
      data[4 * at + 2] = blue + jitter
      data[4 * at + 3] = 255
      truth[at] = 255 * alpha
    }
  }
  return { raster: { width, height, data }, truth: { width, height, data: truth } }
}

function sampleWall({ width, data }: Wall, x: number, y: number, into: Float32Array): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [u, v] = [x - left, y - top]
  const at = 3 * (top * width + left)
  for (let i = at, c = 0; c < 3; c++, i++) {
    const upper = (data[i] ?? 0) * (1 - u) + (data[i + 3] ?? 0) * u
    const lower = (data[i + 3 * width] ?? 0) * (1 - u) + (data[i + 3 * width + 3] ?? 0) * u
    into[c] = upper * (1 - v) + lower * v
  }
}

/** How much of a pixel a mug covers; `u` and `v` are in half heights from its middle. */
const mugShare = (u: number, v: number, { radius, turn }: Mug): number => {
  const body = Math.min(0.72 - Math.abs(u), 1 - Math.abs(v) - 0.2 * u * u)
  const handle = 0.12 - Math.abs(Math.hypot(u - 0.7 * turn, v) - 0.45)
  return Math.min(1, Math.max(0, Math.max(body, handle) * radius + 0.5))
}

const mugColor = (u: number, v: number, turn: number): readonly [number, number, number] => {
  const place = Math.hypot(u - 0.2 * turn, v - 0.1)
  if (place < 0.15) return [130, 60, 40]
  if (place < 0.36) return [250, 190, 150]
  const shade = 1 - 0.35 * Math.abs(u + 0.2) - 0.1 * v
  return [210 * shade, 55 * shade, 48 * shade]
}
