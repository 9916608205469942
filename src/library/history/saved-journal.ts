import * as v from 'valibot'
import { scopedName } from '#base/scoped-name.ts'
import { openSessionValue, type SessionStore } from '#library/items/session-value.ts'
import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'

const recipe = v.pipe(v.number(), v.integer(), v.minValue(0))

const stepSchema = v.variant('type', [
  v.object({ type: v.literal('edit'), id: v.string(), at: v.number() }),
  /** New settings of items of one kind, and of its next files. */
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
  /** Distinct settings; steps refer to them by index. */
  recipes: v.array(v.unknown()),
  /** In chronological order. */
  steps: v.array(stepSchema),
})

/** A stored step. */
export type SavedStep = v.InferOutput<typeof stepSchema>
/** The stored journal of a page. */
export type SavedJournal = Readonly<v.InferOutput<typeof journalSchema>>

/** Numbers settings; identical objects get the same number. */
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
/** How long after a change the journal is written, in milliseconds. */
const settleMs = 1000
/** Longer texts are not stored: `sessionStorage` holds 5 MB. */
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
 * Restores the journal of this tab's previous page and stores that of this one. If storage is refused, each page begins
 * with an empty journal.
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
