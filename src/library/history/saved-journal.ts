import * as v from 'valibot'
import { scopedName } from '#base/scoped-name.ts'
import { openSessionValue, type SessionStore } from '#library/items/session-value.ts'
import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'

const recipe = v.pipe(v.number(), v.integer(), v.minValue(0))

const stepSchema = v.variant('type', [
  /** The edit of an item at an index of its history. */
  v.object({ type: v.literal('edit'), id: v.string(), at: v.number() }),
  /** Another settings of items of one kind, and of its files that are opened next. */
  v.object({
    type: v.literal('recipes'),
    kind: v.string(),
    ids: v.array(v.string()),
    from: v.array(recipe),
    to: v.array(recipe),
    next: v.tuple([recipe, recipe]),
  }),
])

const journalSchema = v.object({
  /** Each of the settings once; steps name them by their index. */
  recipes: v.array(v.unknown()),
  /** In the order of time. */
  steps: v.array(stepSchema),
})

/** A step as it is stored. */
export type SavedStep = v.InferOutput<typeof stepSchema>
/** What was done on a page, as it is stored. */
export type SavedJournal = Readonly<v.InferOutput<typeof journalSchema>>

/** Numbers settings, the same ones with the same number. */
export const recipeNumbers = () => {
  const recipes: AnyRecipe[] = []
  const known = new Map<AnyRecipe, number>()
  const numberOf = (one: AnyRecipe): number => {
    const number = known.get(one) ?? recipes.push(one) - 1
    known.set(one, number)
    return number
  }
  return { recipes, numberOf }
}

const key = scopedName('clearcut.journal')
/** How long after a change the journal is written, with what was done meanwhile, in milliseconds. */
const settleMs = 1000
/** Texts that are longer are not kept: `sessionStorage` has room for 5 MB. */
const maxLength = 1_000_000

type Parts = {
  readonly journal: {
    readonly save: () => SavedJournal
    readonly restore: (saved: SavedJournal) => void
    readonly subscribe: (listener: () => void) => () => void
  }
  readonly storage: SessionStore
  readonly page: Pick<Window, 'addEventListener'>
}

/**
 * Brings back what was done on the page before in this tab, and writes what is done on this one. Where the storage
 * refuses, undo begins anew on each page.
 */
export function keepJournal({ journal, storage, page }: Parts): void {
  const memory = openSessionValue(key, journalSchema, storage, maxLength)
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    memory.write(journal.save())
  }
  const saved = memory.read()
  if (saved) journal.restore(saved)
  journal.subscribe(() => {
    timer ??= setTimeout(write, settleMs)
  })
  page.addEventListener('pagehide', write)
}
