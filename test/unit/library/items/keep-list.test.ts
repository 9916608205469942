import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import type { Item, Phase } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { keepList } from '#library/items/keep-list.ts'
import type { LibraryEvent } from '#library/items/library-event.ts'
import { openTabMemory } from '#library/items/tab-memory.ts'
import type { KeptItem, KeptItems } from '#library/kept-items.ts'
import { openSettings } from '#studio/state/settings.ts'
import { eventually } from '#support/eventually.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'

const itemOf = (id: string, name: string): Item => plainItem(id, { name, file: new Blob([name]) })
const keptOf = (id: string): KeptItem => ({ id, kind: 'image', order: 1, data: id, files: {} })

/** The storage of one tab, as `sessionStorage` has it. */
const tabStorage = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

/** Opens a page of a tab; `kept` is what its list had before, `found` what others left. */
const openPage = async (
  storage: ReturnType<typeof tabStorage>,
  {
    kept = [],
    found: left = [],
    fault,
    phase = 'done',
    settings = openSettings(tabStorage),
  }: Partial<Record<'kept' | 'found', readonly string[]>> & {
    fault?: Error
    phase?: Phase
    settings?: ReturnType<typeof openSettings>
  } = {},
) => {
  const list = createItemList()
  list.register(
    mediaKind<Item>({
      name: 'image',
      firstRecipe: plainRecipe,
      phase: () => phase,
      create: async ({ name }) => itemOf(name, name),
      keeping: {
        irreplaceable: ['original'],
        toKept: ({ name, file }) => ({ data: name, files: file ? { original: file } : {}, source: null }),
        fromKept: ({ id }, mayBegin) => itemOf(id, mayBegin ? 'begins' : 'rests'),
        parseRecipe: (stored) => stored as typeof plainRecipe,
      },
    }),
  )
  const calls: string[] = []
  let found = left
  let isPutAway = false
  const refuse = async () => {
    if (fault) throw fault
  }
  const store: KeptItems = {
    begin: async (earlier) => {
      await refuse()
      calls.push(`begin ${earlier}`)
      return { list: 'mine', items: kept.map(keptOf) }
    },
    found: async () =>
      found.length > 0 ? { counts: { image: found.length }, bytes: 1, untilMs: 1, isPutAway } : null,
    takeFound: async () => {
      const taken = found.map(keptOf)
      found = []
      return taken
    },
    putAwayFound: async () => {
      isPutAway = true
    },
    dropFound: async () => void calls.push('drop'),
    clear: async () => void calls.push('clear'),
    put: async ({ id }) => {
      await refuse()
      calls.push(`put ${id}`)
    },
    // The storage never hears of it: the page is gone before.
    setRemoved: () => new Promise(() => {}),
    setAside: refuse,
    forget: refuse,
    space: async () => ({ bytes: 0, limitBytes: 1 }),
  }
  const said: LibraryEvent[] = []
  const page = Object.assign(new EventTarget(), { document: { hidden: false } })
  const opened = keepList({
    list,
    store,
    page,
    settings,
    tell: (event) => void said.push(event),
    memory: openTabMemory(() => storage),
  })
  await opened.opened
  // What was found is looked for after that.
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  /** Whether the browser would ask. */
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const names = () => list.get().items.map(({ id, name }) => `${id} ${name}`)
  return { list, calls, said, page, asks, names, kept: opened }
}

test('a reload continues at once with the same item shown', async () => {
  const storage = tabStorage()
  const first = await openPage(storage)
  expect(first.calls).toEqual(['begin null'])
  first.list.add([itemOf('a', 'a'), itemOf('b', 'b')])
  first.list.select('b')
  first.page.dispatchEvent(new Event('pagehide'))
  const second = await openPage(storage, { kept: ['a', 'b'] })
  expect(second.calls).toEqual(['begin mine'])
  expect(second.names()).toEqual(['a begins', 'b begins'])
  expect(second.list.get().selectedId).toBe('b')
  expect(second.kept.get().found).toBeNull()
})

test('new files get the settings of the list after a reload', async () => {
  const storage = tabStorage()
  const changed = { composition: { ...plainRecipe.composition, outline: null } }
  const first = await openPage(storage, { kept: ['a'] })
  first.list.setRecipes(new Map(), { image: changed })
  const { list } = await openPage(storage, { kept: ['a'] })
  expect(list.get().recipes).toEqual({ image: changed })
  const empty = await openPage(storage)
  expect(empty.list.get().recipes).toEqual({ image: plainRecipe })
})

test('the scope of changes survives a reload', async () => {
  const storage = tabStorage()
  const first = await openPage(storage, { kept: ['a', 'b'] })
  first.list.setScopes({ usual: 'one' })
  const { list } = await openPage(storage, { kept: ['a', 'b'] })
  expect(list.get().scopes.usual).toBe('one')
  const empty = await openPage(storage)
  expect(empty.list.get().scopes.usual).toBeNull()
})

test('items left by pages are offered, and added when taken', async () => {
  const { kept, said, names } = await openPage(tabStorage(), { found: ['a', 'b'] })
  expect(kept.get().found).toMatchObject({ counts: { image: 2 } })
  expect(said).toMatchObject([{ type: 'itemsFound', found: { counts: { image: 2 } } }])
  expect(names()).toEqual([])
  await kept.takeFound()
  expect(names()).toEqual(['a begins', 'b begins'])
  expect(kept.get().found).toBeNull()
})

test('items left by pages are put away on a fresh start', async () => {
  const { kept, names, calls } = await openPage(tabStorage(), { found: ['a'] })
  await kept.putAwayFound()
  expect(kept.get().found?.isPutAway).toBe(true)
  expect(names()).toEqual([])
  await kept.dropFound()
  expect(calls).toEqual(['begin null', 'drop'])
  expect(names()).toEqual([])
  expect(kept.get().found).toBeNull()
})

test('refused storage is said once there is something to lose', async () => {
  const fault = new ServiceError('internal_server_error', { reason: 'storage_refused' })
  const { list, said, asks } = await openPage(tabStorage(), { fault })
  expect(said).toEqual([])
  expect(asks()).toBe(false)
  list.add([itemOf('a', 'a'), itemOf('b', 'b')])
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  expect(said).toEqual([{ type: 'itemsNotKept', error: fault }])
  expect(asks()).toBe(true)
})

test('a page that sends something asks before it goes', async () => {
  const here = await openPage(tabStorage(), { phase: 'working', kept: ['a'] })
  expect(here.asks()).toBe(false)
  here.list.update('a', (item) => ({ ...item, runLocation: 'service' }))
  expect(here.asks()).toBe(true)
  const starting = await openPage(tabStorage(), { phase: 'starting', kept: ['a'] })
  expect(starting.asks()).toBe(true)
})

/** Settings of a person who wants nothing to be kept. */
const unkept = () => {
  const settings = openSettings(tabStorage)
  settings.set((all) => ({ ...all, keepsList: false }))
  return settings
}

test('kept items are deleted when a person turns keeping off', async () => {
  const storage = tabStorage()
  const settings = openSettings(tabStorage)
  const { list, calls, said, asks, kept } = await openPage(storage, { kept: ['a'], found: ['b'], settings })
  expect(kept.get().found).not.toBeNull()
  expect(asks()).toBe(false)
  settings.set((all) => ({ ...all, keepsList: false }))
  await eventually(() => expect(said.at(-1)?.type).toBe('keepingStopped'))
  expect(calls).toEqual(['begin null', 'clear'])
  expect(kept.get().found).toBeNull()
  list.add([itemOf('c', 'c')])
  expect(calls).toHaveLength(2)
  expect(asks()).toBe(true)
  settings.set((all) => ({ ...all, keepsList: true }))
  await eventually(() => expect(calls.slice(2)).toEqual(['begin null', 'put a', 'put c']))
})

test('a reload of a page that keeps nothing begins empty', async () => {
  const storage = tabStorage()
  const settings = unkept()
  const { list, asks } = await openPage(storage, { settings })
  expect(asks()).toBe(false)
  list.add([itemOf('a', 'a')])
  expect(asks()).toBe(true)
  const { calls, names, said } = await openPage(storage, { kept: ['a'], found: ['b'], settings })
  expect(calls).toEqual(['clear'])
  expect(names()).toEqual([])
  expect(said).toEqual([])
  // Turned on again, the tab has a list of its own.
  settings.set((all) => ({ ...all, keepsList: true }))
  await eventually(() => expect(calls).toEqual(['clear', 'begin null']))
})

test('files that came from the storage are copied before they go', async () => {
  const settings = openSettings(tabStorage)
  const { list, said } = await openPage(tabStorage(), { kept: ['a'], settings })
  const before = list.get().items[0]?.file
  settings.set((all) => ({ ...all, keepsList: false }))
  await eventually(() => expect(said).toHaveLength(1))
  const after = list.get().items[0]?.file
  expect(after).not.toBe(before)
  expect(await after?.text()).toBe(await before?.text())
})

test('no work begins after two crashes in a row', async () => {
  const storage = tabStorage()
  const { names } = await openPage(storage, { kept: ['a'] })
  expect(names()).toEqual(['a begins'])
  expect((await openPage(storage, { kept: ['a'] })).names()).toEqual(['a begins'])
  const third = await openPage(storage, { kept: ['a'] })
  expect(third.names()).toEqual(['a rests'])
  third.page.dispatchEvent(new Event('pagehide'))
  expect((await openPage(storage, { kept: ['a'] })).names()).toEqual(['a begins'])
})

test('a hidden page may end without counting as a crash', async () => {
  const storage = tabStorage()
  for (let visit = 0; visit < 4; visit++) {
    const { page, names } = await openPage(storage, { kept: ['a'] })
    expect(names()).toEqual(['a begins'])
    page.document.hidden = true
    page.dispatchEvent(new Event('visibilitychange'))
  }
})

test('items removed just before a reload do not come back', async () => {
  const storage = tabStorage()
  const first = await openPage(storage, { kept: ['a', 'b'] })
  first.list.remove(['a'])
  first.page.dispatchEvent(new Event('pagehide'))
  const undone = await openPage(storage, { kept: ['a', 'b'] })
  expect(undone.names()).toEqual(['b begins'])
  undone.list.remove(['b'])
  undone.list.undoRemove()
  undone.page.dispatchEvent(new Event('pagehide'))
  expect((await openPage(storage, { kept: ['b'] })).names()).toEqual(['b begins'])
})
