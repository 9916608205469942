import { deflate, inflate } from '#base/deflate.ts'
import type { Size } from '#base/geometry.ts'
import type { TimedMatte } from '#contract/matte-chunk.ts'
import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'
import type { BlobStore } from '#matting/blob-store.ts'
import type { CacheBudget } from './lru-cache.ts'

/** Mattes are small (about 30 kB), so there is room for those of a thousand photos and of other passes over some. */
export const matteBudget = { maxBytes: 100 << 20, maxEntries: 2000 }

/** The probability that a matte is wrong (`matteRisk`), where that was found. */
export type Judged = { readonly risk?: number }
type JudgedMatte = AlphaMask8 & Judged

/** Mattes by key. A matte that is missing is estimated again, so faults of the store are not reported. */
export interface MatteCache {
  get(key: string): Promise<JudgedMatte | undefined>
  /** Stores the matte, and deletes the oldest ones beyond the budget. */
  set(key: string, matte: JudgedMatte): Promise<void>
}

/** Width, height and risk as float64, before the pixels; NaN where no risk is known. */
const headerBytes = 24

/** Keeps deflated mattes as Blobs in `store`, which may outlive this worker. */
export const openMatteCache = (store: BlobStore, budget: CacheBudget): MatteCache => ({
  get: async (key) => {
    const kept = await store.get(key).catch(() => undefined)
    if (!kept) return undefined
    try {
      const bytes = await (await inflate(kept)).arrayBuffer()
      const [width = 0, height = 0, risk = Number.NaN] = new Float64Array(bytes, 0, 3)
      const data = new Uint8ClampedArray(bytes, headerBytes)
      if (data.length !== width * height) throw new RangeError('These bytes are no matte')
      return { width, height, data, ...(risk >= 0 && { risk }) }
    } catch {
      // It would be unreadable the next time too.
      await store.delete(key).catch(() => {})
      return undefined
    }
  },
  set: async (key, { width, height, data, risk = Number.NaN }) => {
    try {
      const blob = new Blob([Float64Array.of(width, height, risk), Uint8ClampedArray.from(data)])
      await putWithin(store, budget, key, await deflate(blob))
    } catch {
      // A full store keeps what it has.
    }
  },
})

/** Stores a Blob, and deletes the oldest ones beyond the budget. Rejects as the store does. */
export const putWithin = async (
  store: BlobStore,
  { maxBytes, maxEntries }: CacheBudget,
  key: string,
  blob: Blob,
): Promise<void> => {
  await store.put(key, blob)
  const kept = await store.list()
  let held = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const [index, { key: oldest, bytes }] of kept.entries()) {
    if (held <= maxBytes && kept.length - index <= maxEntries) return
    await store.delete(oldest)
    held -= bytes
  }
}

/** A matte with 8 bits a pixel, as results have, in a quarter of the memory. */
export const quantizeMatte = ({ width, height, data, risk }: AlphaMaskF32 & Judged): JudgedMatte => {
  const bytes = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) bytes[i] = (data[i] as number) * 255
  return { width, height, data: bytes, ...(risk !== undefined && { risk }) }
}

/** A matte over the bytes of a frame of a chunk, without a copy. */
export const matteOfFrame = ({ width, height }: Size, { data }: Pick<TimedMatte, 'data'>): AlphaMask8 => ({
  width,
  height,
  data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
})

/** The same matte with values from 0 to 1. */
export const dequantizeMatte = ({
  width,
  height,
  data,
  risk,
}: Size & { readonly data: Uint8ClampedArray | Uint8Array } & Judged): AlphaMaskF32 & Judged => {
  const alphas = new Float32Array(data.length)
  for (let i = 0; i < alphas.length; i++) alphas[i] = (data[i] as number) / 255
  return { width, height, data: alphas, ...(risk !== undefined && { risk }) }
}
