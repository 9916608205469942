/** Keeps the parts of model files under their SHA-256. Any of its methods may reject. */
export interface BlobStore {
  get(key: string): Promise<Blob | undefined>
  put(key: string, part: Blob): Promise<void>
  delete(key: string): Promise<void>
  /** The SHA-256 and length of every part kept. */
  list(): Promise<readonly StoredBlob[]>
}

export type StoredBlob = { readonly key: string; readonly bytes: number }

/** As much of the web's own Cache as is needed, so that a test can pass another. */
export type BlobCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>

const cacheName = 'clearcut-models'

/** Survives the visit. Rejects where the browser has no Cache API or refuses it (plain http, private windows). */
export const openCacheBlobStore = async (): Promise<BlobStore> => cacheBlobStore(await caches.open(cacheName))

/** Keeps parts in a Cache, under addresses that no server knows: the hash is the name, whatever the base path. */
export const cacheBlobStore = (cache: BlobCache): BlobStore => {
  const addressOf = (key: string): string => `https://clearcut-models.invalid/${key}`
  return {
    get: async (key) => (await cache.match(addressOf(key)))?.blob(),
    put: (key, part) =>
      cache.put(
        addressOf(key),
        new Response(part, {
          headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(part.size) },
        }),
      ),
    delete: async (key) => {
      await cache.delete(addressOf(key))
    },
    list: async () => {
      const parts = (await cache.keys()).map(async (request) => ({
        key: new URL(request.url).pathname.slice(1),
        bytes: Number((await cache.match(request))?.headers.get('Content-Length') ?? 0),
      }))
      return Promise.all(parts)
    },
  }
}

/** Lasts as long as `held` does. A page that holds it spares a new worker the download. */
export const memoryBlobStore = (held: Map<string, Blob> = new Map()): BlobStore => ({
  get: async (key) => held.get(key),
  put: async (key, part) => {
    held.set(key, part)
  },
  delete: async (key) => {
    held.delete(key)
  },
  list: async () => [...held].map(([key, { size }]) => ({ key, bytes: size })),
})

/** Tries `first`; what it fails to keep (no quota, no Cache API) `second` keeps. */
export const fallbackBlobStore = (first: BlobStore, second: BlobStore): BlobStore => ({
  get: async (key) => (await first.get(key).catch(() => undefined)) ?? second.get(key),
  put: (key, part) => first.put(key, part).catch(() => second.put(key, part)),
  delete: async (key) => {
    await Promise.all([first.delete(key).catch(() => undefined), second.delete(key)])
  },
  list: async () => [...(await first.list().catch(() => [])), ...(await second.list())],
})

/** The part of `store` that is for one kind of thing: there its keys begin with `prefix`, and it lists no others. */
export const withKeyPrefix = (store: BlobStore, prefix: string): BlobStore => ({
  get: (key) => store.get(prefix + key),
  put: (key, part) => store.put(prefix + key, part),
  delete: (key) => store.delete(prefix + key),
  list: async () =>
    (await store.list())
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, bytes }) => ({ key: key.slice(prefix.length), bytes })),
})
