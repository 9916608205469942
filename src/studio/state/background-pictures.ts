import { scopedName } from '#base/scoped-name.ts'
import { createStore, type Store } from '#base/store.ts'

/** Pictures that stand behind subjects, by the id that recipes name. */
export type BackgroundPictures = Pick<Store<ReadonlyMap<string, Blob>>, 'get' | 'subscribe'> & {
  /** Keeps a picture, for later visits too, and returns its id. */
  readonly add: (picture: Blob) => string
  /** The id of a picture of this type and size; if there is none, it is held for as long as the page is there. */
  readonly hold: (picture: Blob) => string
}

const cacheName = scopedName('clearcut-background')
/** Caches keep answers to requests, so that pictures need addresses; none of a reserved domain is ever fetched. */
const site = 'https://clearcut-background.invalid/'

/** How many pictures are kept for later visits, the latest. */
export const maxKeptPictures = 50

/**
 * The background pictures, which survive a reload. They are there a moment after the first look at them, since the first
 * view needs none. Where the browser refuses storage, they last as long as the page.
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
  const keep = async (id: string, picture: Blob) => {
    const cache = await storage().open(cacheName)
    for (const oldest of (await cache.keys()).slice(0, 1 - maxKeptPictures)) await cache.delete(oldest)
    await cache.put(site + id, new Response(picture))
  }
  let writing: Promise<void> | null = null
  const begin = (): Promise<void> => {
    writing ??= restore().catch(() => {})
    return writing
  }
  const put = (picture: Blob): string => {
    const id = crypto.randomUUID()
    store.set((all) => new Map([...all, [id, picture]]))
    return id
  }
  return {
    get: () => {
      void begin()
      return store.get()
    },
    subscribe: store.subscribe,
    hold: (picture) => {
      const known = [...store.get()].find(
        ([, { size, type }]) => size === picture.size && type === picture.type,
      )
      return known?.[0] ?? put(picture)
    },
    add: (picture) => {
      const id = put(picture)
      writing = begin()
        .then(() => keep(id, picture))
        .catch(() => {})
      return id
    },
  }
}
