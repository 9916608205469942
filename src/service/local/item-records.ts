import type { DBSchema } from 'idb'
import * as v from 'valibot'
import { changeRecords, changeStores, openDatabase } from './open-database.ts'

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
  /** Which of its files its mattes are of, and the SHA-256 of that. */
  source: v.fallback(v.nullable(v.object({ name: v.string(), hash: v.string() })), null),
  files: v.record(v.string(), v.object({ bytes: v.number(), type: v.string() })),
})

/** What the database has of an item. */
export type ItemRecord = Readonly<v.InferOutput<typeof recordSchema>>

interface ItemsSchema extends DBSchema {
  items: { key: string; value: ItemRecord }
}

/** The records of the items of all pages of this browser. Every method rejects where the browser refuses storage. */
export interface ItemRecords {
  /** Those that this version can read, by their order. Others are left alone. */
  list(): Promise<readonly ItemRecord[]>
  /** The ids of all, also of those that cannot be read. */
  ids(): Promise<readonly string[]>
  /** The ids of those that cannot. */
  unreadable(): Promise<readonly string[]>
  put(records: readonly ItemRecord[]): Promise<void>
  delete(ids: readonly string[]): Promise<void>
  /** Changes records in one transaction; those that are gone are left out. */
  change(ids: readonly string[], change: (record: ItemRecord) => ItemRecord): Promise<void>
}

/** In IndexedDB. */
export const indexedDbItems = (name = 'clearcut-items'): ItemRecords => {
  const database = openDatabase<ItemsSchema>(name, (fresh) => {
    fresh.createObjectStore('items', { keyPath: 'id' })
  })
  return {
    list: async () =>
      (await (await database()).getAll('items'))
        .flatMap((stored) => parseRecord(stored) ?? [])
        .sort((one, other) => one.order - other.order),
    unreadable: async () =>
      (await (await database()).getAll('items')).flatMap((stored) => (parseRecord(stored) ? [] : stored.id)),
    ids: async () => (await database()).getAllKeys('items'),
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
      changeRecords(await database(), 'items', ids, (stored) => {
        const record = parseRecord(stored)
        return record && change(record)
      }),
  }
}

/** Null for what another version wrote. */
const parseRecord = (stored: unknown): ItemRecord | null => {
  const parsed = v.safeParse(recordSchema, stored)
  return parsed.success ? parsed.output : null
}

/** How many bytes the files of records have. */
export const bytesOf = (records: readonly Pick<ItemRecord, 'files'>[]): number =>
  records.reduce(
    (sum, { files }) => sum + Object.values(files).reduce((part, { bytes }) => part + bytes, 0),
    0,
  )

/** Whether an item does not come back. */
export const isOver = ({ isRemoved, isWhole }: ItemRecord) => isRemoved || !isWhole

/** The ids of records. */
export const idsOf = (records: readonly Pick<ItemRecord, 'id'>[]) => new Set(records.map(({ id }) => id))
