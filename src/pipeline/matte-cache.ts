import { deflate, inflate } from '#base/deflate.ts'
import type { Size } from '#base/geometry.ts'
import type { TimedMatte } from '#contract/matte-chunk.ts'
import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'
import type { BlobStore } from '#matting/blob-store.ts'
import type { CacheBudget } from './lru-cache.ts'

/** A matte takes about 30 kB: room for a thousand photos, some with several passes. */
export const matteBudget = { maxBytes: 100 << 20, maxEntries: 2000 }

/** The probability that a matte is wrong (`matteRisk`), if known. */
export type Judged = { readonly risk?: number }
type JudgedMatte = AlphaMask8 & Judged

/** Mattes by key. A missing matte is estimated again, so faults of the store are not reported. */
export interface MatteCache {
  get(key: string): Promise<JudgedMatte | undefined>
  /** Stores a matte, and deletes the oldest beyond the budget. */
  set(key: string, matte: JudgedMatte): Promise<void>
}

/** Width, height and risk as float64 before the pixels; NaN: no risk known. */
const headerBytes = 24

/** Caches deflated mattes as Blobs in `store`, which may outlive this worker. */
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
      // It would be unreadable again.
      await store.delete(key).catch(() => {})
      return undefined
    }
  },
  set: async (key, { width, height, data, risk = Number.NaN }) => {
    try {
      const blob = new Blob([Float64Array.of(width, height, risk), Uint8ClampedArray.from(data)])
      await putWithin(store, budget, key, await deflate(blob))
    } catch {
      // A full store stays as it is.
    }
  },
})

/** Stores a Blob, and deletes the oldest beyond the budget. Rejects as the store does. */
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

/** A matte with 8 bits per pixel, as in results, in a quarter of the memory. */
export const quantizeMatte = ({ width, height, data, risk }: AlphaMaskF32 & Judged): JudgedMatte => {
  const bytes = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) bytes[i] = (data[i] as number) * 255
  return { width, height, data: bytes, ...(risk !== undefined && { risk }) }
}

/** A view of a chunk frame's bytes as a matte. */
export const matteOfFrame = ({ width, height }: Size, { data }: Pick<TimedMatte, 'data'>): AlphaMask8 => ({
  width,
  height,
  data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
})

/** The matte with values from 0 to 1. */
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
