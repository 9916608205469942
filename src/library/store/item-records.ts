import * as v from 'valibot'
import type { FoundItems } from '#library/kept-items.ts'
import { changeStores, type OpenDatabase } from './database.ts'
import { retention } from './retention.ts'

/** An item in the database; its files are in the origin private file system. */
const recordSchema = v.object({
  id: v.string(),
  list: v.string(),
  kind: v.string(),
  order: v.number(),
  /** When it was last written or adopted, in milliseconds since 1970. */
  atMs: v.number(),
  isRemoved: v.boolean(),
  /** Whether all files are stored: a page may close while writing a new item. */
  isWhole: v.boolean(),
  data: v.unknown(),
  /** Whether a person put it away instead of continuing. */
  isPutAway: v.optional(v.literal(true)),
  /** Whether no kind can read its data. */
  isSetAside: v.optional(v.literal(true)),
  files: v.record(v.string(), v.object({ hash: v.string(), bytes: v.number(), type: v.string() })),
})

/** A record of an item. */
export type ItemRecord = Readonly<v.InferOutput<typeof recordSchema>>

/** The item records of all pages. Every method rejects if the browser refuses storage. */
export interface ItemRecords {
  /** The readable records, sorted by `order`. */
  list(): Promise<readonly ItemRecord[]>
  /** All ids, including unreadable records. */
  ids(): Promise<readonly string[]>
  /** The ids of unreadable records. */
  unreadable(): Promise<readonly string[]>
  /** File hashes of all records, including unreadable ones. */
  files(): Promise<ReadonlySet<string>>
  put(records: readonly ItemRecord[]): Promise<void>
  delete(ids: readonly string[]): Promise<void>
  /** Changes existing records in one transaction. */
  change(ids: readonly string[], change: (record: ItemRecord) => ItemRecord): Promise<void>
}

/** Item records in the database. */
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
        // The browser completes a committed transaction even if the page closes first.
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
        // The browser completes a committed transaction even if the page closes first.
        changing.commit()
        await Promise.all(work)
      }),
  }
}

/** Null if another version wrote it, or no kind can read it. */
const parseRecord = (stored: unknown): ItemRecord | null => {
  const parsed = v.safeParse(recordSchema, stored)
  return parsed.success && !parsed.output.isSetAside ? parsed.output : null
}

/** Bytes of the files of records, shared files counted once. */
export const bytesOf = (records: readonly Pick<ItemRecord, 'files'>[]): number => {
  const files = new Map(
    records.flatMap((record) => Object.values(record.files).map(({ hash, bytes }) => [hash, bytes] as const)),
  )
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Of an unreadable record, every text like a hash may refer to a file. */
const hashesOf = (stored: unknown): readonly string[] => {
  const record = parseRecord(stored)
  return record ? Object.values(record.files).map(({ hash }) => hash) : hashesIn(stored)
}

const hashesIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return /^[\da-f]{64}$/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(hashesIn) : []
}

/** Whether an item is not restored. */
export const isOver = ({ isRemoved, isWhole }: ItemRecord) => isRemoved || !isWhole

/** The items that pages left, or else those put away. */
export const offered = (records: readonly ItemRecord[]): readonly ItemRecord[] => {
  const left = records.filter(({ isPutAway }) => !isPutAway)
  return left.length > 0 ? left : records
}

/** Counts and bytes of offered items; null if there are none. */
export const foundIn = (records: readonly ItemRecord[]): FoundItems | null => {
  const left = offered(records)
  const [first] = left
  if (!first) return null
  const counts: Record<string, number> = {}
  for (const { kind } of left) counts[kind] = (counts[kind] ?? 0) + 1
  const untilMs = Math.min(...left.map(({ atMs }) => atMs)) + retention.items.ms
  return { counts, bytes: bytesOf(left), untilMs, isPutAway: first.isPutAway === true }
}

/** Deletion order of left items: those put away first, then the oldest. */
export const inOrderOfLoss = (records: readonly ItemRecord[]): readonly ItemRecord[] =>
  records.toSorted((one, other) => Number(!one.isPutAway) - Number(!other.isPutAway) || one.atMs - other.atMs)

/** The ids of records. */
export const idsOf = (records: readonly Pick<ItemRecord, 'id'>[]) => new Set(records.map(({ id }) => id))
