import * as v from 'valibot'
import { scopedName } from '#base/scoped-name.ts'

const tabSchema = v.object({
  /** The name of the list that the tab has; see `KeptItems`. */
  list: v.string(),
  selectedId: v.nullable(v.string()),
  /** How often pages of this tab went in a row while a person saw them, without being left: they crashed. */
  crashes: v.fallback(v.number(), 0),
  /** What the page had not written of its items when it was left, by their ids. */
  unwritten: v.fallback(v.record(v.string(), v.unknown()), () => ({})),
  /** The settings of files that are opened next, by their kind. */
  recipes: v.fallback(v.record(v.string(), v.unknown()), () => ({})),
})

/** What is kept of a tab. */
export type Tab = Readonly<v.InferOutput<typeof tabSchema>>

/** What a tab knows after a reload, a crash or a way back. */
export type TabMemory = {
  /** Null for a tab that was just opened. */
  readonly read: () => Tab | null
  readonly write: (tab: Tab) => void
}

const key = scopedName('clearcut.list')

/** In `sessionStorage`. Where that is refused, each page is the first of its tab. */
export const openTabMemory = (storage: () => Pick<Storage, 'getItem' | 'setItem'>): TabMemory => {
  let written = ''
  return {
    read: () => {
      try {
        const parsed = v.safeParse(tabSchema, JSON.parse(storage().getItem(key) ?? 'null'))
        return parsed.success ? parsed.output : null
      } catch {
        return null
      }
    },
    write: (tab) => {
      const text = JSON.stringify(tab)
      if (text === written) return
      written = text
      try {
        storage().setItem(key, text)
      } catch {
        // The next page of this tab is offered the list instead.
      }
    },
  }
}
