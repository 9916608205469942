import { createStore, type Store } from '#base/store.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import type { FoundItems, KeptItems } from '#library/kept-items.ts'
import { findItem, type Item } from './item.ts'
import type { ItemList } from './item-list.ts'
import { type ItemKeeper, keepItems } from './keep-items.ts'
import type { OnLibraryEvent } from './library-event.ts'
import type { Tab, TabMemory } from './tab-memory.ts'

/** After this many consecutive crashes of a tab, work waits for a click. */
const maxCrashes = 2

/** What earlier pages left and no one has decided on; null if nothing. */
type Found = { readonly found: FoundItems | null }

/** The kept list of the page. */
export type KeptList = Pick<Store<Found>, 'get' | 'subscribe'> & {
  /** Resolves when the list of this tab is restored after a reload, or cannot be. Never rejects. */
  readonly opened: Promise<void>
  readonly takeFound: () => Promise<void>
  /** Puts the found items away; they can still be brought back. */
  readonly putAwayFound: () => Promise<void>
  readonly dropFound: () => Promise<void>
}

/** Whether a person lets lists be kept. */
type Keeps = Pick<Store<{ readonly keepsList: boolean }>, 'get' | 'subscribe'>

type Parts = {
  readonly list: ItemList
  readonly store: KeptItems
  readonly settings: Keeps
  readonly tell: OnLibraryEvent
  readonly memory: TabMemory
  readonly page: Pick<Window, 'addEventListener'> & { readonly document: Pick<Document, 'hidden'> }
}

/**
 * Keeps the list while the page is open. Restores this tab's list, and offers items that other pages left. The browser
 * warns before closing only if something would be lost or is being sent. Turning keeping off deletes everything kept.
 */
export function keepList(parts: Parts): KeptList {
  const { list, store, settings, tell, memory, page } = parts
  const state = createStore<Found>({ found: null })
  const said = new Set<string>()
  const onFault = (thrown: unknown) => {
    const error = isServiceError(thrown) ? thrown : refused()
    const fault = `${error.code} ${error.reason}`
    // An empty page has nothing to lose.
    if (said.has(fault) || list.get().items.length === 0) return
    said.add(fault)
    tell({ type: 'itemsNotKept', error })
  }
  const before = memory.read()
  const crashes = before?.crashes ?? 0
  /** Consecutive crashes of the tab if this page crashes now; 0 while it is hidden, when browsers end pages. */
  let risk = crashes + 1
  let remember = () => {}
  /** Whether the page is being left: it may not return or finish a write. */
  let isLeft = false
  let isOn = settings.get().keepsList
  let keeper: ItemKeeper | null = null
  const keep = () => {
    keeper = keepItems({ list, store, onFault })
    return keeper
  }
  const rememberAs = (name: string) => {
    remember = () => {
      const { selectedId, recipes, scopes } = list.get()
      const unwritten = (isLeft && keeper?.unwritten()) || {}
      const removed = [...(keeper?.removals() ?? [])]
      memory.write({
        list: name,
        selectedId,
        recipes,
        scope: scopes.usual,
        crashes: risk,
        unwritten,
        removed,
      })
    }
    remember()
  }
  const begin = async () => {
    if (!isOn) return stop()
    const begun = keep()
    const { list: name, items: kept } = await store.begin(before?.list ?? null)
    const gone = before?.removed ?? []
    const items = kept.filter(({ id }) => !gone.includes(id))
    if (items.length < kept.length) await store.forget(gone)
    const shown = items.find(({ id }) => id === before?.selectedId)
    if (shown) list.select(shown.id)
    // A picture that crashes the page must not crash the next one.
    await begun.restore(items, crashes < maxCrashes, before?.unwritten)
    // New files get the settings of their kind in this tab; an empty list starts like a visit.
    if (before && items.length > 0) {
      list.setRecipes(new Map(), { ...list.get().recipes, ...recipesOf(before, list) })
      list.setScopes({ usual: before.scope })
    }
    // Unreadable items are missing from the list.
    const { items: listed, selectedId } = list.get()
    if (!findItem(listed, selectedId) && listed[0]) list.select(listed[0].id)
    rememberAs(name)
  }
  list.subscribe(() => remember())
  /** Also deletes removed items, since they are still on the disk. */
  const stop = async () => {
    remember = () => {}
    memory.clear()
    state.set({ found: null })
    await list.purge()
    await keeper?.end()
    keeper = null
    await store.clear()
  }
  const turn = async () => {
    if (settings.get().keepsList === isOn) return
    isOn = !isOn
    if (isOn) {
      rememberAs((await store.begin(null)).list)
      keep()
    } else {
      await stop()
      tell({ type: 'keepingStopped' })
    }
  }
  const offer = async () => {
    if (!isOn) return
    const found = await store.found()
    if (!found) return
    state.set({ found })
    if (!found.isPutAway) tell({ type: 'itemsFound', found })
  }
  const opened = begin().catch(onFault)
  let turns = opened.then(offer).catch(onFault)
  settings.subscribe(() => {
    turns = turns.then(turn).catch(onFault)
  })

  const leave = () => {
    risk = 0
    isLeft = true
    remember()
    keeper?.flush()
  }
  page.addEventListener('pagehide', leave)
  page.addEventListener('visibilitychange', () => {
    if (page.document.hidden) return leave()
    risk = 1
    isLeft = false
    remember()
  })
  page.addEventListener('beforeunload', (event) => {
    const isUnsafe = keeper?.isUnsafe() ?? list.get().items.some((item) => !isLost(item, list))
    if (isUnsafe || list.get().items.some((item) => isBeingSent(item, list))) event.preventDefault()
  })
  const decide = (work: () => Promise<void>) => async () => {
    state.set({ found: null })
    await work().catch(onFault)
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    opened,
    takeFound: decide(async () => {
      await keeper?.restore(await store.takeFound())
      await offer()
    }),
    putAwayFound: decide(async () => {
      await store.putAwayFound()
      state.set({ found: await store.found() })
    }),
    dropFound: decide(store.dropFound),
  }
}

/** Whether an item has nothing left to lose. */
const isLost = (item: Item, list: Pick<ItemList, 'kindOf'>): boolean =>
  ['failed', 'unreadable', 'expired'].includes(list.kindOf(item).phase(item))

/** Whether closing the page would lose credits or copied data of an item. */
const isBeingSent = (item: Item, list: Pick<ItemList, 'kindOf'>): boolean => {
  const kind = list.kindOf(item)
  const phase = kind.phase(item)
  // A clip that a service accepted continues there without this page.
  return (
    phase === 'starting' ||
    (phase === 'working' && kind.workLocation(item) === 'service' && !!kind.keeping?.toKept(item))
  )
}

const refused = () => new ServiceError('internal_server_error', { reason: 'storage_refused' })

const recipesOf = ({ recipes }: Tab, { kinds }: Pick<ItemList, 'kinds'>) =>
  Object.fromEntries(
    kinds.flatMap(({ name, keeping }) => {
      const recipe = keeping?.parseRecipe(recipes[name])
      return recipe ? [[name, recipe]] : []
    }),
  )
