import * as v from 'valibot'
import type { FoundItems } from '#library/kept-items.ts'
import { changeStores, type OpenDatabase } from './database.ts'
import { retention } from './retention.ts'

/** An item as the database has it; its files lie in the browser's file system. */
const recordSchema = v.object({
  id: v.string(),
  /** The name of the list of a page. */
  list: v.string(),
  kind: v.string(),
  order: v.number(),
  /** When it was written, or its page began, in milliseconds since 1970. */
  atMs: v.number(),
  isRemoved: v.boolean(),
  /** Whether all of its files are there: a page may go while it writes a new item. */
  isWhole: v.boolean(),
  data: v.unknown(),
  /** A person began anew instead of going on with it. */
  isPutAway: v.optional(v.literal(true)),
  /** No kind of items can read its data. */
  isSetAside: v.optional(v.literal(true)),
  files: v.record(v.string(), v.object({ hash: v.string(), bytes: v.number(), type: v.string() })),
})

/** What the database has of an item. */
export type ItemRecord = Readonly<v.InferOutput<typeof recordSchema>>

/** The records of the items of all pages of this browser. Every method rejects where the browser refuses storage. */
export interface ItemRecords {
  /** Those that this version can read, by their order. Others are left alone. */
  list(): Promise<readonly ItemRecord[]>
  /** The ids of all, also of those that cannot be read. */
  ids(): Promise<readonly string[]>
  /** The ids of those that cannot. */
  unreadable(): Promise<readonly string[]>
  /** The hashes of the files of all, also of those that cannot be read. */
  files(): Promise<ReadonlySet<string>>
  put(records: readonly ItemRecord[]): Promise<void>
  delete(ids: readonly string[]): Promise<void>
  /** Changes records in one transaction; those that are gone are left out. */
  change(ids: readonly string[], change: (record: ItemRecord) => ItemRecord): Promise<void>
}

/** In the database. */
export const storedItems = (database: OpenDatabase): ItemRecords => {
  return {
    list: async () =>
      (await (await database()).getAll('items'))
        .flatMap((stored) => parseRecord(stored) ?? [])
        .sort((one, other) => one.order - other.order),
    unreadable: async () =>
      (await (await database()).getAll('items')).flatMap((stored) => (parseRecord(stored) ? [] : stored.id)),
    ids: async () => (await database()).getAllKeys('items'),
    files: async () => {
      const stored = await database()
      const [items, activities] = await Promise.all([stored.getAll('items'), stored.getAll('activities')])
      return new Set([...items.flatMap(hashesOf), ...activities.flatMap(hashesIn)])
    },
    put: async (records) => {
      await changeStores(await database(), ['items'], async (writing) => {
        const work = records.map((record) => writing.objectStore('items').put(record))
        // The browser completes a transaction that was committed, even where the page is left before it hears so.
        writing.commit()
        await Promise.all(work)
      })
    },
    delete: async (ids) => {
      await changeStores(await database(), ['items'], (deleting) =>
        Promise.all(ids.map((id) => deleting.objectStore('items').delete(id))),
      )
    },
    change: async (ids, change) =>
      changeStores(await database(), ['items'], async (changing) => {
        const store = changing.objectStore('items')
        const found = await Promise.all(ids.map((id) => store.get(id)))
        const work = found.flatMap((stored) => {
          const record = parseRecord(stored)
          return record ? store.put(change(record)) : []
        })
        // The browser completes it even where the page is left before it hears so.
        changing.commit()
        await Promise.all(work)
      }),
  }
}

/** Null for what another version wrote, or no kind of items can read. */
const parseRecord = (stored: unknown): ItemRecord | null => {
  const parsed = v.safeParse(recordSchema, stored)
  return parsed.success && !parsed.output.isSetAside ? parsed.output : null
}

/** How many bytes the files of records have; one that several have counts once. */
export const bytesOf = (records: readonly Pick<ItemRecord, 'files'>[]): number => {
  const files = new Map(
    records.flatMap((record) => Object.values(record.files).map(({ hash, bytes }) => [hash, bytes] as const)),
  )
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Of what cannot be read, whatever looks like a hash may name a file. */
const hashesOf = (stored: unknown): readonly string[] => {
  const record = parseRecord(stored)
  return record ? Object.values(record.files).map(({ hash }) => hash) : hashesIn(stored)
}

/** All hashes anywhere in plain data. */
const hashesIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return /^[\da-f]{64}$/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(hashesIn) : []
}

/** Whether an item does not come back. */
export const isOver = ({ isRemoved, isWhole }: ItemRecord) => isRemoved || !isWhole

/** What was left, else what was put away. */
export const offered = (records: readonly ItemRecord[]): readonly ItemRecord[] => {
  const left = records.filter(({ isPutAway }) => !isPutAway)
  return left.length > 0 ? left : records
}

/** What pages left, in numbers; null where they left nothing. */
export const foundIn = (records: readonly ItemRecord[]): FoundItems | null => {
  const left = offered(records)
  const [first] = left
  if (!first) return null
  const counts: Record<string, number> = {}
  for (const { kind } of left) counts[kind] = (counts[kind] ?? 0) + 1
  const untilMs = Math.min(...left.map(({ atMs }) => atMs)) + retention.items.ms
  return { counts, bytes: bytesOf(left), untilMs, isPutAway: first.isPutAway === true }
}

/** The order in which what pages left makes room: what was put away first, then the oldest. */
export const inOrderOfLoss = (records: readonly ItemRecord[]): readonly ItemRecord[] =>
  records.toSorted((one, other) => Number(!one.isPutAway) - Number(!other.isPutAway) || one.atMs - other.atMs)

/** The ids of records. */
export const idsOf = (records: readonly Pick<ItemRecord, 'id'>[]) => new Set(records.map(({ id }) => id))
