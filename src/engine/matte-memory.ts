import { follow, type Way } from './follow.ts'
import type { Alpha, Size } from './raster.ts'
import { sureness } from './sureness.ts'

/**
 * What the mattes on one side of a moment say of each pixel, as it is at that moment: the sum of their
 * values, 0 to 255, each times what it counts, and the sum of these counts.
 */
export type MatteMemory = Size & { readonly sum: Float32Array; readonly counts: Float32Array }

/** What a memory keeps of itself over one step of fully trusted motion. */
const kept = 0.9

export const emptyMemory = ({ width, height }: Size): MatteMemory => ({
  width,
  height,
  sum: new Float32Array(width * height),
  counts: new Float32Array(width * height),
})

/**
 * A memory as it is one step on: `way` leads from there to its own moment, and it pales where that is not trusted.
 * It is written over what `into` held.
 */
export function carryMemory(memory: MatteMemory, way: Way, into = emptyMemory(memory)): MatteMemory {
  const { width, height, sum, counts } = memory
  follow(way, ({ x, y, trust }, start) => {
    for (let i = 0, at = start; i < width; i++, at++) {
      const left = x[i] | 0
      const top = y[i] | 0
      const u = x[i] - left
      const v = y[i] - top
      const q = top * width + left
      const e = left < width - 1 ? q + 1 : q
      const s = top < height - 1 ? q + width : q
      const d = s + e - q
      const w = kept * trust[i]
      const w11 = w * u * v
      const w10 = w * v - w11
      const w01 = w * u - w11
      const w00 = w - w01 - w10 - w11
      into.sum[at] = w00 * sum[q] + w01 * sum[e] + w10 * sum[s] + w11 * sum[d]
      into.counts[at] = w00 * counts[q] + w01 * counts[e] + w10 * counts[s] + w11 * counts[d]
    }
  })
  return into
}

/**
 * The memory with one more matte in it, of its own moment, that counts `weight`. It is written over what `into` held,
 * which may be the memory itself.
 */
export function remember(
  memory: MatteMemory | undefined,
  { data, ...size }: Alpha,
  weight: number,
  into = emptyMemory(size),
): MatteMemory {
  const { sum, counts } = into
  for (let i = 0; i < sum.length; i++) {
    const value = data[i]
    const count = weight * sureness[value]
    sum[i] = count * value + (memory ? memory.sum[i] : 0)
    counts[i] = count + (memory ? memory.counts[i] : 0)
  }
  return into
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
