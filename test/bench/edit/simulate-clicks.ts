import type { Size } from '#base/geometry.ts'
import type { Click } from '#engine/clicks/click-grid.ts'

/** A mask of one byte a pixel: 1 subject, 0 ground, 2 unknown (only in a truth). */
export type Labels = Size & { readonly data: Uint8Array }

/** Intersection over union where the truth is known; 1 where both are empty. */
export function iouOf(result: Labels, truth: Labels): number {
  let both = 0
  let either = 0
  for (let i = 0; i < result.data.length; i++) {
    const known = truth.data[i] !== 2
    if (!known) continue
    both += Number(result.data[i] === 1 && truth.data[i] === 1)
    either += Number(result.data[i] === 1 || truth.data[i] === 1)
  }
  return either === 0 ? 1 : both / either
}

export type WrongRegion = { readonly mode: Click['mode']; readonly pixels: readonly number[] }

/** The largest connected region of pixels that are wrong in the same way; null where nothing is wrong. */
export function largestWrongRegion(result: Labels, truth: Labels): WrongRegion | null {
  const { width, height } = truth
  const wrongAt = (i: number) =>
    truth.data[i] === 2 || truth.data[i] === result.data[i] ? -1 : (truth.data[i] ?? 0)
  const seen = new Uint8Array(width * height)
  let best: WrongRegion | null = null
  for (let start = 0; start < seen.length; start++) {
    const kind = wrongAt(start)
    if (seen[start] || kind < 0) continue
    seen[start] = 1
    const pixels = [start]
    for (let at = 0; at < pixels.length; at++) {
      const pixel = pixels[at] ?? 0
      const x = pixel % width
      for (const [near, inside] of [
        [pixel - 1, x > 0],
        [pixel + 1, x < width - 1],
        [pixel - width, pixel >= width],
        [pixel + width, pixel < width * (height - 1)],
      ] as const) {
        if (!inside || seen[near] || wrongAt(near) !== kind) continue
        seen[near] = 1
        pixels.push(near)
      }
    }
    if (!best || pixels.length > best.pixels.length) best = { mode: kind === 1 ? 'keep' : 'remove', pixels }
  }
  return best
}

/** The pixel of a region that lies farthest from its outside (the maximum of a chamfer 3-4 distance transform). */
export function centreOf(pixels: readonly number[], { width, height }: Size): number {
  const far = 1 << 20
  const padded = width + 2
  const distance = new Int32Array(padded * (height + 2))
  const place = (pixel: number) => pixel + padded + 1 + 2 * Math.floor(pixel / width)
  for (const pixel of pixels) distance[place(pixel)] = far
  const lower = (at: number, from: number, cost: number) => {
    const value = (distance[from] ?? 0) + cost
    if (value < (distance[at] ?? 0)) distance[at] = value
  }
  for (let at = padded + 1; at < distance.length - padded - 1; at++) {
    lower(at, at - 1, 3)
    lower(at, at - padded - 1, 4)
    lower(at, at - padded, 3)
    lower(at, at - padded + 1, 4)
  }
  let best = pixels[0] ?? 0
  for (let at = distance.length - padded - 2; at > padded; at--) {
    lower(at, at + 1, 3)
    lower(at, at + padded + 1, 4)
    lower(at, at + padded, 3)
    lower(at, at + padded - 1, 4)
  }
  for (const pixel of pixels) if ((distance[place(pixel)] ?? 0) > (distance[place(best)] ?? 0)) best = pixel
  return best
}

/** The next click of a person who sees what is wrong: at the centre of the largest wrong region, or anywhere in it. */
export function nextClick(result: Labels, truth: Labels, random?: () => number): Click | null {
  const region = largestWrongRegion(result, truth)
  if (!region) return null
  const { pixels, mode } = region
  const pixel = random ? (pixels[Math.floor(random() * pixels.length)] ?? 0) : centreOf(pixels, truth)
  const x = pixel % truth.width
  return { mode, x: (x + 0.5) / truth.width, y: (Math.floor(pixel / truth.width) + 0.5) / truth.height }
}
