import { scopedName } from '#base/scoped-name.ts'
import { sha256Hex } from '#base/sha256.ts'
import { createStore, type Store } from '#base/store.ts'

/** Background pictures by the id that recipes contain: the SHA-256 of their content. */
export type BackgroundPictures = Pick<Store<ReadonlyMap<string, Blob>>, 'get' | 'subscribe'> & {
  /** Stores a picture for later visits and resolves with its id. */
  readonly add: (picture: Blob) => Promise<string>
  /** Stores the picture with this id for later visits. */
  readonly keep: (id: string, picture: Blob) => void
  /** Keeps a picture under its id until the page is closed. */
  readonly hold: (id: string, picture: Blob) => void
}

const cacheName = scopedName('clearcut-background')
/** The Cache API stores answers to requests, so that pictures need URLs; a reserved domain is never fetched. */
const site = 'https://clearcut-background.invalid/'

/** How many pictures are stored for later visits: the latest. */
export const maxKeptPictures = 50

/**
 * Background pictures that survive a reload. They load shortly after the first access, since the first view needs none.
 * If the browser refuses storage, they last until the page is closed.
 */
export function openBackgroundPictures(storage: () => Pick<CacheStorage, 'open'>): BackgroundPictures {
  const store = createStore<ReadonlyMap<string, Blob>>(new Map())
  const restore = async () => {
    const cache = await storage().open(cacheName)
    for (const request of (await cache.keys()).slice(-maxKeptPictures)) {
      const picture = await (await cache.match(request))?.blob()
      if (picture) store.set((all) => new Map([[request.url.slice(site.length), picture], ...all]))
    }
  }
  const write = async (id: string, picture: Blob) => {
    const cache = await storage().open(cacheName)
    await cache.delete(site + id)
    for (const oldest of (await cache.keys()).slice(0, 1 - maxKeptPictures)) await cache.delete(oldest)
    await cache.put(site + id, new Response(picture))
  }
  let writing: Promise<void> | null = null
  const begin = (): Promise<void> => {
    writing ??= restore().catch(() => {})
    return writing
  }
  const hold = (id: string, picture: Blob) =>
    store.set((all) => (all.has(id) ? all : new Map([...all, [id, picture]])))
  const keep = (id: string, picture: Blob) => {
    hold(id, picture)
    writing = begin()
      .then(() => write(id, picture))
      .catch(() => {})
  }
  return {
    get: () => {
      void begin()
      return store.get()
    },
    subscribe: store.subscribe,
    hold,
    keep,
    add: async (picture) => {
      const id = await sha256Hex(await picture.arrayBuffer())
      keep(id, picture)
      return id
    },
  }
}
