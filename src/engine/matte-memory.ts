import { followed, type Way } from './followed.ts'
import type { Alpha, Size } from './raster.ts'
import { sureness } from './sureness.ts'

/**
 * What the mattes on one side of a moment say of each pixel, as it is at that moment: the sum of their
 * values, 0 to 255, each times what it counts, and the sum of these counts.
 */
export type MatteMemory = Size & { readonly sum: Float32Array; readonly counts: Float32Array }

/** What a memory keeps of itself over one step of fully trusted motion. */
const kept = 0.9

/** A memory as it is one step on: `way` leads from there to its own moment, and it pales where that is not trusted. */
export function carryMemory(memory: MatteMemory, way: Way): MatteMemory {
  const { width, height } = memory
  const sum = new Float32Array(width * height)
  const counts = new Float32Array(width * height)
  const { x, y, trust } = followed(way)
  for (let at = 0; at < sum.length; at++) {
    const left = x[at] | 0
    const top = y[at] | 0
    const u = x[at] - left
    const v = y[at] - top
    const q = top * width + left
    const e = left < width - 1 ? q + 1 : q
    const s = top < height - 1 ? q + width : q
    const d = s + e - q
    const w = kept * trust[at]
    const w11 = w * u * v
    const w10 = w * v - w11
    const w01 = w * u - w11
    const w00 = w - w01 - w10 - w11
    sum[at] = w00 * memory.sum[q] + w01 * memory.sum[e] + w10 * memory.sum[s] + w11 * memory.sum[d]
    counts[at] =
      w00 * memory.counts[q] + w01 * memory.counts[e] + w10 * memory.counts[s] + w11 * memory.counts[d]
  }
  return { width, height, sum, counts }
}

/** The memory with one more matte in it, of its own moment, that counts `weight`. */
export function remember(memory: MatteMemory | undefined, matte: Alpha, weight: number): MatteMemory {
  const { width, height, data } = matte
  const sum = new Float32Array(width * height)
  const counts = new Float32Array(width * height)
  for (let i = 0; i < sum.length; i++) {
    const value = data[i]
    const count = weight * sureness[value]
    sum[i] = count * value + (memory ? memory.sum[i] : 0)
    counts[i] = count + (memory ? memory.counts[i] : 0)
  }
  return { width, height, sum, counts }
}

/** The matte that both sides of a moment agree on. */
export function agree(past: MatteMemory, future: MatteMemory | undefined): Alpha {
  const data = new Uint8ClampedArray(past.sum.length)
  for (let i = 0; i < data.length; i++) {
    data[i] = future
      ? (past.sum[i] + future.sum[i]) / (past.counts[i] + future.counts[i])
      : past.sum[i] / past.counts[i]
  }
  return { width: past.width, height: past.height, data }
}
