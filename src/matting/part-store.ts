/** Keeps the parts of model files under their SHA-256. Any of its methods may reject. */
export interface PartStore {
  get(sha256: string): Promise<Blob | undefined>
  put(sha256: string, part: Blob): Promise<void>
  delete(sha256: string): Promise<void>
  /** The SHA-256 and length of every part kept. */
  list(): Promise<readonly StoredPart[]>
}

export type StoredPart = { readonly sha256: string; readonly bytes: number }

/** As much of the web's own Cache as is needed, so that a test can pass another. */
export type PartCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>

const cacheName = 'clearcut-models'

/** Survives the visit. Rejects where the browser has no Cache API or refuses it (plain http, private windows). */
export const openCacheStore = async (): Promise<PartStore> => cacheStore(await caches.open(cacheName))

/** Keeps parts in a Cache, under addresses that no server knows: the hash is the name, whatever the base path. */
export const cacheStore = (cache: PartCache): PartStore => {
  const addressOf = (sha256: string): string => `https://clearcut-models.invalid/${sha256}`
  return {
    get: async (sha256) => (await cache.match(addressOf(sha256)))?.blob(),
    put: (sha256, part) =>
      cache.put(
        addressOf(sha256),
        new Response(part, {
          headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': String(part.size) },
        }),
      ),
    delete: async (sha256) => {
      await cache.delete(addressOf(sha256))
    },
    list: async () => {
      const parts = (await cache.keys()).map(async (request) => ({
        sha256: new URL(request.url).pathname.slice(1),
        bytes: Number((await cache.match(request))?.headers.get('Content-Length') ?? 0),
      }))
      return Promise.all(parts)
    },
  }
}

/** Lasts as long as `held` does. A page that holds it spares a new worker the download. */
export const memoryStore = (held: Map<string, Blob> = new Map()): PartStore => ({
  get: async (sha256) => held.get(sha256),
  put: async (sha256, part) => {
    held.set(sha256, part)
  },
  delete: async (sha256) => {
    held.delete(sha256)
  },
  list: async () => [...held].map(([sha256, { size }]) => ({ sha256, bytes: size })),
})

/** Tries `first`; what it fails to keep (no quota, no Cache API) `second` keeps. */
export const eitherStore = (first: PartStore, second: PartStore): PartStore => ({
  get: async (sha256) => (await first.get(sha256).catch(() => undefined)) ?? second.get(sha256),
  put: (sha256, part) => first.put(sha256, part).catch(() => second.put(sha256, part)),
  delete: async (sha256) => {
    await Promise.all([first.delete(sha256).catch(() => undefined), second.delete(sha256)])
  },
  list: async () => [...(await first.list().catch(() => [])), ...(await second.list())],
})
