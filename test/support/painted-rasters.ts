import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'
import type { SmallFrame } from '#matting/small-frame.ts'

export type Disc = { readonly x: number; readonly y: number; readonly radius: number }

/** A pseudo-random number for each point of a lattice, 0 to 1. */
const dot = (x: number, y: number, seed: number): number => {
  const value = Math.sin(x * 127.1 + y * 311.7 + seed * 74.7) * 43758.5453
  return value - Math.floor(value)
}

/** Value noise: the numbers of a lattice of this pitch, interpolated smoothly. */
const grainOf = (x: number, y: number, pitch: number, seed: number): number => {
  const left = Math.floor(x / pitch)
  const top = Math.floor(y / pitch)
  const smooth = (t: number) => t * t * (3 - 2 * t)
  const u = smooth(x / pitch - left)
  const v = smooth(y / pitch - top)
  const upper = dot(left, top, seed) * (1 - u) + dot(left + 1, top, seed) * u
  const lower = dot(left, top + 1, seed) * (1 - u) + dot(left + 1, top + 1, seed) * u
  return upper * (1 - v) + lower * v
}

/** A texture with fine and coarse detail everywhere, 0 to 255; another scene for another `seed`. */
const texture = (x: number, y: number, seed: number): number =>
  155 * grainOf(x, y, 24, seed) + 100 * grainOf(x, y, 7, seed + 1)

/** A blue-green textured scene, moved by `shift`, with a red disc before it that carries its own texture. */
export function paintScene(
  { width, height }: Size,
  {
    disc,
    shift = 0,
    seed = 0,
    light = 0,
  }: { disc?: Disc; shift?: number; seed?: number; light?: number } = {},
): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const isDisc = disc && Math.hypot(x - disc.x, y - disc.y) < disc.radius
      const grain = isDisc ? texture(x - disc.x, y - disc.y, 0.3) : texture(x - shift, y, seed)
      data[at] = (isDisc ? 120 + grain / 2 : grain / 3) + light
      data[at + 1] = (isDisc ? grain / 3 : grain) + light
      data[at + 2] = grain / 2 + light
      data[at + 3] = 255
    }
  }
  return { width, height, data }
}

/** 1 inside the disc, 0 outside. */
export const discShare = ({ width, height }: Size, disc: Disc): Float32Array =>
  Float32Array.from({ length: width * height }, (_, i) =>
    Number(Math.hypot((i % width) - disc.x, Math.floor(i / width) - disc.y) < disc.radius),
  )

/** The pictures as a stream of frames, 25 a second; `onTake` is called as each is taken. */
export async function* playFrames(
  pictures: readonly Raster[],
  onTake: (index: number) => void = () => {},
): AsyncGenerator<SmallFrame, void, void> {
  for (const [index, raster] of pictures.entries()) {
    onTake(index)
    yield { raster, timestampSeconds: index / 25 }
  }
}

/** A disc of smooth, slightly noisy colour with a soft edge; outside it the colours go on under an alpha of 0. */
export const paintCutOut = (width: number, height: number): Raster => {
  const data = new Uint8ClampedArray(width * height * 4)
  const radius = 0.4 * Math.min(width, height)
  let seed = 1
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      const noise = (seed >>> 30) - 1.5
      data[at] = 130 + 90 * Math.sin(x / 40) + noise
      data[at + 1] = 110 + 60 * Math.cos(y / 30) + noise
      data[at + 2] = 90 + 50 * Math.sin((x + y) / 60) + noise
      data[at + 3] = 128 + 8 * (radius - Math.hypot(x - width / 2, y - height / 2))
    }
  }
  return { width, height, data }
}
