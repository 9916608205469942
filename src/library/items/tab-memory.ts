import * as v from 'valibot'
import { scopedName } from '#base/scoped-name.ts'
import { openSessionValue, type SessionStore, type SessionValue } from './session-value.ts'

const tabSchema = v.object({
  /** The name of the list that the tab has; see `KeptItems`. */
  list: v.string(),
  selectedId: v.nullable(v.string()),
  /** How often pages of this tab went in a row while a person saw them, without being left: they crashed. */
  crashes: v.fallback(v.number(), 0),
  /** What the page had not written of its items when it was left, by their ids. */
  unwritten: v.fallback(v.record(v.string(), v.unknown()), () => ({})),
  /** The ids of items that were removed when the page was left, of which the storage may not know. */
  removed: v.fallback(v.array(v.string()), () => []),
  /** Which items a person said that a change of settings reaches. */
  scope: v.fallback(v.nullable(v.picklist(['one', 'all'])), null),
  /** The settings of files that are opened next, by their kind. */
  recipes: v.fallback(v.record(v.string(), v.unknown()), () => ({})),
})

/** What is kept of a tab. */
export type Tab = Readonly<v.InferOutput<typeof tabSchema>>

/** What a tab knows after a reload, a crash or a way back; nothing where it was just opened. */
export type TabMemory = SessionValue<Tab>

const key = scopedName('clearcut.list')

/** Where storage is refused, each page is the first of its tab, and is offered the list that it had. */
export const openTabMemory = (storage: SessionStore): TabMemory => openSessionValue(key, tabSchema, storage)
