import { isServiceError, ServiceError } from '#contract/service-error.ts'
import type { FoundItems, KeptItems } from '#service/kept-items.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import type { Announcer } from '#studio/state/announcer.ts'
import { createStore, type Store } from '#studio/state/store.ts'
import { findItem, type Item } from './item.ts'
import type { ItemList } from './item-list.ts'
import { keepItems } from './keep-items.ts'
import type { Tab, TabMemory } from './tab-memory.ts'

const texts = messages.items.kept

/** When so many pages of a tab have crashed in a row, no work begins by itself. */
const maxCrashes = 2

/** What pages before have left, and nobody has decided on yet; null where there is nothing. */
type Found = { readonly found: FoundItems | null }

/** The list of the page in the storage of the browser. */
export type KeptList = Pick<Store<Found>, 'get' | 'subscribe'> & {
  /** Resolves when the list of this tab is back after a reload, or is not to be had. Never rejects. */
  readonly opened: Promise<void>
  /** Adds what was found to the list. */
  readonly takeFound: () => Promise<void>
  /** Deletes what was found. */
  readonly dropFound: () => Promise<void>
}

type Parts = {
  readonly list: ItemList
  readonly store: KeptItems
  readonly announcer: Pick<Announcer, 'announce' | 'warn'>
  readonly memory: TabMemory
  readonly page: Pick<Window, 'addEventListener'> & { readonly document: Pick<Document, 'hidden'> }
}

/**
 * Keeps the list for as long as the page is open, brings back at once what this tab had before, and offers what other pages
 * have left. The browser asks before the page is left only where something would be lost that is not kept, or is being sent.
 */
export function keepList({ list, store, announcer, memory, page }: Parts): KeptList {
  const state = createStore<Found>({ found: null })
  const said = new Set<string>()
  const onFault = (thrown: unknown) => {
    const text = texts.notKept(errorSentence(isServiceError(thrown) ? thrown : refused()))
    // There is nothing to lose on an empty page.
    if (said.has(text) || list.get().items.length === 0) return
    said.add(text)
    announcer.warn(text)
  }
  const before = memory.read()
  const crashes = before?.crashes ?? 0
  /** How many pages of the tab crashed in a row if this one does so now; 0 while nobody sees it, when browsers end pages. */
  let risk = crashes + 1
  let remember = (_unwritten: Tab['unwritten'] = {}) => {}
  const begin = async () => {
    const { list: name, items } = await store.begin(before?.list ?? null)
    const shown = items.find(({ id }) => id === before?.selectedId)
    if (shown) list.select(shown.id)
    // A picture that no page survives must not end the next one too.
    keeper.restore(items, crashes < maxCrashes, before?.unwritten)
    // An empty list begins like a visit.
    if (before && items.length > 0)
      list.setRecipes(new Map(), { ...list.get().recipes, ...recipesOf(before, list) })
    // What could not be read is not there.
    const { items: listed, selectedId } = list.get()
    if (!findItem(listed, selectedId) && listed[0]) list.select(listed[0].id)
    remember = (unwritten = {}) => {
      const { selectedId, recipes } = list.get()
      memory.write({ list: name, selectedId, recipes, crashes: risk, unwritten })
    }
    remember()
    list.subscribe(() => remember())
  }
  const offer = async () => {
    const found = await store.found()
    const text = found && foundText(found, list)
    if (!text) return
    state.set({ found })
    announcer.announce(texts.found(text))
  }
  const opened = begin().catch(onFault)
  const keeper = keepItems({ list, store, onFault })
  void opened.then(offer).catch(onFault)

  const leave = () => {
    risk = 0
    // A page that goes may not finish what it begins to write.
    remember(keeper.unwritten())
    keeper.flush()
  }
  page.addEventListener('pagehide', leave)
  page.addEventListener('visibilitychange', () => {
    if (page.document.hidden) return leave()
    risk = 1
    remember()
  })
  page.addEventListener('beforeunload', (event) => {
    if (keeper.isUnsafe() || list.get().items.some((item) => isBeingSent(item, list))) event.preventDefault()
  })
  const decide = (work: () => Promise<void>) => async () => {
    state.set({ found: null })
    await work().catch(onFault)
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    opened,
    takeFound: decide(async () => keeper.restore(await store.takeFound())),
    dropFound: decide(store.dropFound),
  }
}

/** Whether what it costs, or what has been copied of it, would be lost with the page. */
const isBeingSent = (item: Item, list: Pick<ItemList, 'kindOf'>): boolean => {
  const kind = list.kindOf(item)
  const phase = kind.phase(item)
  // A clip that a service has accepted goes on there without this page.
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

/** `12 pictures` */
export const foundText = ({ counts }: FoundItems, { kinds }: Pick<ItemList, 'kinds'>): string =>
  messages.items.list.counts(
    kinds.flatMap(({ name, texts: { count } }) => (counts[name] ? [count(counts[name])] : [])),
  )
