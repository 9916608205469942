import { scopedName } from '#base/scoped-name.ts'
import { withDeadline } from '#base/stall-watchdog.ts'

/** Stores Blobs by key: parts of model files by their SHA-256, mattes by the photo's. Any method may reject. */
export interface BlobStore {
  get(key: string): Promise<Blob | undefined>
  put(key: string, blob: Blob): Promise<void>
  delete(key: string): Promise<void>
  list(): Promise<readonly StoredBlob[]>
}

/** The key of a stored Blob, and its size in bytes. */
export type StoredBlob = { readonly key: string; readonly bytes: number }

/** The used methods of the Cache API, so that a test can pass a fake. */
export type BlobCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>

const cacheName = 'clearcut-models'

/** Milliseconds without an answer, after which a store counts as broken. */
const slowestAnswerMs = 10_000
const silent = new Error('the store does not answer')

/**
 * A store that outlasts the visit. Rejects if the Cache API is missing, refused (plain http, private windows) or
 * silent.
 */
export const openCacheBlobStore = async (): Promise<BlobStore> =>
  cacheBlobStore(
    await withDeadline({ limitMs: slowestAnswerMs, reason: () => silent }, () =>
      caches.open(scopedName(cacheName)),
    ),
  )

/** Stores Blobs in a Cache under URLs of a reserved domain, independent of the base path. */
export const cacheBlobStore = (cache: BlobCache): BlobStore => {
  const addressOf = (key: string): string => `https://clearcut-models.invalid/${key}`
  return {
    get: async (key) => (await cache.match(addressOf(key)))?.blob(),
    put: (key, blob) =>
      cache.put(
        addressOf(key),
        new Response(blob, {
          headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(blob.size) },
        }),
      ),
    delete: async (key) => {
      await cache.delete(addressOf(key))
    },
    list: async () => {
      const blobs = (await cache.keys()).map(async (request) => ({
        key: new URL(request.url).pathname.slice(1),
        bytes: Number((await cache.match(request))?.headers.get('Content-Length') ?? 0),
      }))
      return Promise.all(blobs)
    },
  }
}

/** Stores Blobs in `held`. */
export const memoryBlobStore = (held: Map<string, Blob> = new Map()): BlobStore => ({
  get: async (key) => held.get(key),
  put: async (key, blob) => {
    held.set(key, blob)
  },
  delete: async (key) => {
    held.delete(key)
  },
  list: async () => [...held].map(([key, { size }]) => ({ key, bytes: size })),
})

/**
 * Uses `first`, and `second` if `first` fails to store (no quota, no Cache API) or lacks a Blob. After `limitMs`
 * without an answer, as from some browsers' storage, `first` is no longer used.
 */
export const fallbackBlobStore = (
  first: BlobStore,
  second: BlobStore,
  limitMs = slowestAnswerMs,
): BlobStore => {
  let isGivenUp = false
  const inTime = <T>(work: () => Promise<T>): Promise<T> => {
    if (isGivenUp) return Promise.reject(silent)
    return withDeadline({ limitMs, reason: () => silent }, work).catch((cause: unknown) => {
      if (cause === silent) isGivenUp = true
      throw cause
    })
  }
  return {
    get: async (key) => (await inTime(() => first.get(key)).catch(() => undefined)) ?? second.get(key),
    put: (key, blob) => inTime(() => first.put(key, blob)).catch(() => second.put(key, blob)),
    delete: async (key) => {
      await Promise.all([inTime(() => first.delete(key)).catch(() => undefined), second.delete(key)])
    },
    list: async () => [...(await inTime(() => first.list()).catch(() => [])), ...(await second.list())],
  }
}

/** The Blobs of `store` whose keys begin with `prefix`, with the prefix removed. */
export const withKeyPrefix = (store: BlobStore, prefix: string): BlobStore => ({
  get: (key) => store.get(prefix + key),
  put: (key, blob) => store.put(prefix + key, blob),
  delete: (key) => store.delete(prefix + key),
  list: async () =>
    (await store.list())
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, bytes }) => ({ key: key.slice(prefix.length), bytes })),
})
