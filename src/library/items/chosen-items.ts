import type { Item } from './item.ts'

/** The shown item, and the chosen items: none, or at least two. */
export type Choice = { readonly selectedId: string | null; readonly chosenIds: readonly string[] }

/** Items that a change of settings reaches: the shown one, the chosen ones, or all of its kind. */
export type Scope = 'one' | 'chosen' | 'all'

/** Scopes that a person selected. */
export type Scopes = {
  /** Null if none was selected. */
  readonly usual: Exclude<Scope, 'chosen'> | null
  /** Scope while several items are chosen. */
  readonly chosen: Scope
}

/** `toggle` adds or removes one item, as Ctrl+click; `range` extends to an item, as Shift+click. */
export type Choosing = 'toggle' | 'range'

/** The choice after a click on item `id`. The first click also chooses the shown item. */
export function withChosen(items: readonly Item[], choice: Choice, id: string, how: Choosing): Choice {
  const ids = items.map((item) => item.id)
  const { chosenIds } = choice
  const selectedId = ids.find((each) => each === choice.selectedId) ?? null
  const before = chosenIds.length > 0 || selectedId === null ? chosenIds : [selectedId]
  if (how === 'range') {
    const [from, to] = [ids.indexOf(selectedId ?? id), ids.indexOf(id)].sort((a, b) => a - b)
    const range = ids.slice(from, (to ?? 0) + 1)
    return normal(ids, selectedId ?? id, [...before, ...range])
  }
  if (!before.includes(id)) return normal(ids, id, [...before, id])
  const rest = before.filter((other) => other !== id)
  return normal(ids, id === selectedId ? (rest.at(-1) ?? id) : selectedId, rest)
}

/** Chooses all `items`; one of them is shown. */
export const withAllChosen = (items: readonly Item[], selectedId: string | null): Choice => {
  const ids = items.map(({ id }) => id)
  const shown = selectedId !== null && ids.includes(selectedId) ? selectedId : (ids[0] ?? selectedId)
  return normal(ids, shown, ids)
}

/** The choice without items that left the list. */
export const chosenIn = (items: readonly Item[], { selectedId, chosenIds }: Choice): Choice =>
  chosenIds.length === 0
    ? { selectedId, chosenIds }
    : normal(
        items.map(({ id }) => id),
        selectedId,
        chosenIds,
      )

/** In list order; a single item is only shown, not chosen. */
const normal = (ids: readonly string[], selectedId: string | null, chosen: readonly string[]): Choice => {
  const chosenIds = ids.filter((id) => chosen.includes(id))
  return { selectedId, chosenIds: chosenIds.length > 1 ? chosenIds : [] }
}
