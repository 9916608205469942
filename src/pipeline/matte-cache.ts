import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { BlobStore } from '#matting/blob-store.ts'
import type { CacheBudget } from './lru-cache.ts'

/** Mattes by name. What fails to be kept is estimated again, so no fault of the store is reported. */
interface MatteCache {
  get(name: string): Promise<QuantizedMatte | undefined>
  /** Keeps the matte, and lets go of the oldest beyond the budget. */
  set(name: string, matte: QuantizedMatte): Promise<void>
}

/** Width and height, before the pixels. */
const headerBytes = 8

/** Keeps mattes as Blobs in `store`, which may outlive the worker that estimated them. */
export const openMatteCache = (store: BlobStore, { maxBytes, maxEntries }: CacheBudget): MatteCache => ({
  get: async (name) => {
    const kept = await store.get(name).catch(() => undefined)
    if (!kept) return undefined
    try {
      const bytes = await kept.arrayBuffer()
      const [width = 0, height = 0] = new Uint32Array(bytes, 0, 2)
      const data = new Uint8ClampedArray(bytes, headerBytes)
      if (data.length !== width * height) throw new RangeError('These bytes are no matte')
      return { width, height, data }
    } catch {
      // What cannot be read is as good as missing, and would be so for ever.
      await store.delete(name).catch(() => {})
      return undefined
    }
  },
  set: async (name, { width, height, data }) => {
    try {
      await store.put(name, new Blob([Uint32Array.of(width, height), Uint8ClampedArray.from(data)]))
      const kept = await store.list()
      let held = kept.reduce((sum, { bytes }) => sum + bytes, 0)
      for (const [index, { key, bytes }] of kept.entries()) {
        if (held <= maxBytes && kept.length - index <= maxEntries) return
        await store.delete(key)
        held -= bytes
      }
    } catch {
      // A full store keeps what it had.
    }
  },
})

/** A matte of the network in a quarter of the memory: 8 bits a pixel, as outputs have. */
type QuantizedMatte = {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

export const quantizeMatte = ({ width, height, data }: AlphaMaskF32): QuantizedMatte => {
  const kept = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i++) kept[i] = (data[i] as number) * 255
  return { width, height, data: kept }
}

export const dequantizeMatte = ({
  width,
  height,
  data,
}: Omit<QuantizedMatte, 'data'> & { readonly data: Uint8ClampedArray | Uint8Array }): AlphaMaskF32 => {
  const shares = new Float32Array(data.length)
  for (let i = 0; i < shares.length; i++) shares[i] = (data[i] as number) / 255
  return { width, height, data: shares }
}
