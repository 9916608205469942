import * as v from 'valibot'
import { scopedName } from '#base/scoped-name.ts'
import { openSessionValue, type SessionStore, type SessionValue } from './session-value.ts'

const tabSchema = v.object({
  /** The name of this tab's list; see `KeptItems`. */
  list: v.string(),
  selectedId: v.nullable(v.string()),
  /** Consecutive visible pages of this tab that ended without being left: they crashed. */
  crashes: v.fallback(v.number(), 0),
  /** Data of items that was not written when the page was left, by item id. */
  unwritten: v.fallback(v.record(v.string(), v.unknown()), () => ({})),
  /** Ids of items removed when the page was left, which the storage may lack. */
  removed: v.fallback(v.array(v.string()), () => []),
  /** The scope that a person selected. */
  scope: v.fallback(v.nullable(v.picklist(['one', 'all'])), null),
  /** Settings of the next files, by kind. */
  recipes: v.fallback(v.record(v.string(), v.unknown()), () => ({})),
})

/** Stored values of a tab. */
export type Tab = Readonly<v.InferOutput<typeof tabSchema>>

/** Values of a tab after a reload, crash or return; none in a new tab. */
export type TabMemory = SessionValue<Tab>

const key = scopedName('clearcut.list')

/** If storage is refused, each page is like the first of its tab, and its list is offered as found. */
export const openTabMemory = (storage: SessionStore): TabMemory => openSessionValue(key, tabSchema, storage)
