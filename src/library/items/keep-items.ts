import { copyBlobs, withBlobs } from '#base/copy-blobs.ts'
import type { KeptItem, KeptItems } from '#library/kept-items.ts'
import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'
import { isFull } from '#library/store/video-storage.ts'
import { findItem, type Item } from './item.ts'
import type { ItemList } from './item-list.ts'

/** Interval of checks of changed items, in milliseconds. */
const settleMs = 400

type Kept = Pick<KeptItem, 'data' | 'files'> & { readonly source: Blob | null }

/** An item and its stored state. */
type Entry = {
  readonly order: number
  item: Item
  /** The stored version; null if there is none. */
  written: Kept | null
  /** The version at the last check, if not stored yet. */
  seen: Kept | null
  /** The version that the storage refused. */
  refused: Kept | null
  isWriting: boolean
  isRemoved: boolean
  /** Whether its files are read from the storage. */
  readonly isFromBefore: boolean
}

type Parts = {
  readonly list: ItemList
  readonly store: Pick<KeptItems, 'put' | 'setRemoved' | 'setAside' | 'forget'>
  readonly onFault: (thrown: unknown) => void
}

/** Data of items by their ids. */
type Unwritten = Readonly<Record<string, unknown>>

/** Writes the items of a list. */
export type ItemKeeper = {
  /**
   * Adds kept items to the list; unreadable ones stay in the storage. `mayBegin`: see `Keeping`; `unwritten`: data that
   * the previous page had not written.
   */
  readonly restore: (items: readonly KeptItem[], mayBegin?: boolean, unwritten?: Unwritten) => Promise<void>
  /** Starts writing all changes at once. */
  readonly flush: () => void
  /** The changed data of stored items. */
  readonly unwritten: () => Unwritten
  /** The ids of removed items that the storage does not mark as removed yet. */
  readonly removals: () => readonly string[]
  /** Whether closing the page would lose files that cannot be made again. */
  readonly isUnsafe: () => boolean
  /** Stops writing. Resolves when the list has copies of all that it read from the storage. */
  readonly end: () => Promise<void>
}

/**
 * Writes the items of the list as they change: files that cannot be made again at the next check, the rest once it is
 * unchanged between two checks, so that a moving slider writes nothing. Removed items are marked, and deleted when they
 * cannot be restored any more.
 */
export function keepItems({ list, store, onFault }: Parts): ItemKeeper {
  const entries = new Map<string, Entry>()
  const changed = new Set<Entry>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Ids of items whose removal mark is being written. */
  const marking = new Set<string>()
  let lastOrder = 0
  let isEnded = false

  const keepingOf = (item: Item) => list.kindOf(item).keeping
  const toKept = (item: Item): Kept | null => keepingOf(item)?.toKept(item) ?? null
  const toEntry = (item: Item, order: number, written: Kept | null = null): Entry => ({
    order,
    item,
    written,
    seen: null,
    refused: null,
    isWriting: false,
    isRemoved: false,
    isFromBefore: written !== null,
  })
  const nextOrder = () => {
    lastOrder = Math.max(lastOrder + 1, Date.now())
    return lastOrder
  }

  const write = async (entry: Entry, now: Kept) => {
    const { id, kind } = entry.item
    entry.isWriting = true
    try {
      await store.put({ id, kind, order: entry.order, ...now })
      entry.written = now
    } catch (thrown) {
      entry.refused = now
      // Deleting the removed items makes room; then it is written again.
      if (isFull(thrown) && list.get().removed.length > 0) void list.purge()
      else onFault(thrown)
    }
    entry.isWriting = false
    change(entry)
  }
  /** Whether a file that cannot be made again is not stored. */
  const lacksFile = ({ item, written }: Entry, files: Kept['files']) =>
    keepingOf(item)?.irreplaceable.some((name) => files[name] !== written?.files[name]) === true
  /** `isLast`: no later check follows. */
  const settle = (entry: Entry, isLast = false) => {
    const now = toKept(entry.item)
    if ((entry.isWriting && !isLast) || entry.isRemoved) return
    const isKnown = (known: Kept | null) => now !== null && known !== null && isSame(known, now)
    if (!now || isKnown(entry.written) || isKnown(entry.refused)) changed.delete(entry)
    else if (isLast || lacksFile(entry, now.files) || isKnown(entry.seen)) void write(entry, now)
    entry.seen = now
  }
  const change = (entry: Entry) => {
    if (isEnded) return
    changed.add(entry)
    timer ??= setTimeout(() => {
      timer = undefined
      for (const each of changed) settle(each)
      const [waiting] = changed
      if (waiting) change(waiting)
    }, settleMs)
  }

  const look = () => {
    const { items, removed } = list.get()
    for (const item of items) {
      const entry = entries.get(item.id)
      if (entry?.item === item || !keepingOf(item)) continue
      const now = entry ?? toEntry(item, nextOrder())
      now.item = item
      entries.set(item.id, now)
      change(now)
      if (!entry) settle(now)
    }
    const there = new Set(items.map(({ id }) => id))
    const restorable = new Set(removed.map(({ item }) => item.id))
    mark(true, (id) => !there.has(id) && restorable.has(id))
    mark(false, (id) => there.has(id))
    const gone = [...entries].filter(([id]) => !there.has(id) && !restorable.has(id))
    if (gone.length === 0) return
    for (const [id, entry] of gone) {
      entries.delete(id)
      changed.delete(entry)
    }
    const ids = gone.map(([id]) => id)
    untilStored(ids, store.forget(ids))
      // Items refused before may now fit.
      .then(() => {
        for (const entry of entries.values()) {
          if (entry.refused) change(entry)
          entry.refused = null
        }
      }, onFault)
  }
  const mark = (isRemoved: boolean, isMeant: (id: string) => boolean) => {
    const marked = [...entries].filter(([id, entry]) => isMeant(id) && entry.isRemoved !== isRemoved)
    if (marked.length === 0) return
    for (const [, entry] of marked) {
      entry.isRemoved = isRemoved
      change(entry)
    }
    const ids = marked.map(([id]) => id)
    untilStored(ids, store.setRemoved(ids, isRemoved)).catch(onFault)
  }
  const untilStored = (ids: readonly string[], work: Promise<void>): Promise<void> => {
    for (const id of ids) marking.add(id)
    return work.finally(() => {
      for (const id of ids) marking.delete(id)
    })
  }

  const leave = list.subscribe(look)
  look()
  return {
    restore: async (items, mayBegin = true, unwritten = {}) => {
      // Items with equal settings share one object, since hundreds are compared at each change.
      const recipes = new Map<string, AnyRecipe>()
      const withShared = (item: Item): Item => {
        const text = JSON.stringify(item.recipe)
        const recipe = recipes.get(text) ?? item.recipe
        recipes.set(text, recipe)
        return recipe === item.recipe ? item : { ...item, recipe }
      }
      const found = await Promise.all(
        items.map(async (kept) => {
          const keeping = list.kinds.find(({ name }) => name === kept.kind)?.keeping
          const { [kept.id]: data = kept.data } = unwritten
          // An unreadable item does not prevent the others from returning.
          const reading = async () => keeping?.fromKept({ ...kept, data }, mayBegin)
          return { kept, keeping, data, read: await reading().catch(() => null) }
        }),
      )
      const restored = found.flatMap(({ kept, keeping, data, read }) => {
        if (!keeping || !read || findItem(list.get().items, read.id)) return []
        const item = withShared(read)
        const isWritten = data === kept.data
        const now = keeping.toKept(item)
        const entry = toEntry(item, kept.order, now && (isWritten ? now : { ...now, data: kept.data }))
        entries.set(item.id, entry)
        if (!isWritten) change(entry)
        return [item]
      })
      list.add(restored)
      const unread = found.filter(({ keeping, read }) => keeping && !read).map(({ kept }) => kept.id)
      if (unread.length > 0) await store.setAside(unread)
    },
    flush: () => {
      clearTimeout(timer)
      timer = undefined
      for (const entry of changed) settle(entry, true)
    },
    unwritten: () => {
      const waiting = [...entries].flatMap(([id, entry]) => {
        const { item, written, isRemoved } = entry
        const now = toKept(item)
        // Data may refer to files; files that can be made again, such as a thumbnail, may be missing or older.
        const isChanged = now && written && !lacksFile(entry, now.files) && !hasSameData(written, now)
        return isChanged && !isRemoved ? [[id, now.data] as const] : []
      })
      return Object.fromEntries(waiting)
    },
    end: async () => {
      isEnded = true
      leave()
      clearTimeout(timer)
      for (const { item, written, isFromBefore } of entries.values()) {
        if (!isFromBefore || !written) continue
        const copies = await copyBlobs(Object.values(written.files))
        list.update(item.id, (now) => withBlobs(now, copies))
      }
    },
    removals: () => [...marking].filter((id) => !findItem(list.get().items, id)),
    isUnsafe: () =>
      [...entries.values()].some((entry) => {
        const { item, isRemoved } = entry
        const now = toKept(item)
        const phase = list.kindOf(item).phase(item)
        return (
          !isRemoved &&
          now !== null &&
          phase !== 'failed' &&
          phase !== 'unreadable' &&
          lacksFile(entry, now.files)
        )
      }),
  }
}

const isSame = (one: Kept, other: Kept): boolean => {
  const names = Object.keys({ ...one.files, ...other.files })
  return names.every((name) => one.files[name] === other.files[name]) && hasSameData(one, other)
}

const hasSameData = (one: Kept, other: Kept): boolean =>
  JSON.stringify(one.data) === JSON.stringify(other.data)
