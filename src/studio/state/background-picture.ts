import { scopedName } from '#base/scoped-name.ts'
import { backgroundFault } from './background-fault.ts'
import { createStore, type Store } from './store.ts'

/** The picture that stands behind all subjects; null where none was chosen. */
export type BackgroundPicture = { readonly picture: Blob | null }

const cacheName = scopedName('clearcut-background')
/** Caches keep answers to requests, so that the picture needs an address; none of a reserved domain is ever fetched. */
const address = 'https://clearcut-background.invalid/picture'

/**
 * The background picture, which survives a reload. It is there a moment after the page has opened. Where the browser
 * refuses storage, it lasts as long as the page.
 */
export function openBackgroundPicture(storage: () => Pick<CacheStorage, 'open'>): Store<BackgroundPicture> {
  const store = createStore<BackgroundPicture>({ picture: null })
  const restore = async () => {
    const kept = await (await storage().open(cacheName)).match(address)
    const picture = (await kept?.blob()) ?? null
    // Earlier versions kept pictures of every kind.
    if (picture && (await backgroundFault(picture)) === null && store.get().picture === null)
      store.set({ picture })
  }
  const keep = async (picture: Blob | null) => {
    const cache = await storage().open(cacheName)
    if (picture) await cache.put(address, new Response(picture))
    else await cache.delete(address)
  }
  const opened = restore().catch(() => {})
  let writing = opened
  store.subscribe(() => {
    const { picture } = store.get()
    writing = writing.then(() => keep(picture)).catch(() => {})
  })
  return store
}
