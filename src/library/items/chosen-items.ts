import type { Item } from './item.ts'

/** The shown item, and the items that a person chose together; none are chosen, or at least two. */
export type Choice = { readonly selectedId: string | null; readonly chosenIds: readonly string[] }

/** Which items a change of settings reaches: the shown one, those that are chosen, or all of its kind. */
export type Scope = 'one' | 'chosen' | 'all'

/** What a person said that a change reaches. */
export type Scopes = {
  /** Null where nothing was said. */
  readonly usual: Exclude<Scope, 'chosen'> | null
  /** For as long as items are chosen. */
  readonly chosen: Scope
}

/** `toggle` adds one item or takes it away, as a click with Ctrl; `range` adds all up to it, as one with Shift. */
export type Choosing = 'toggle' | 'range'

/** What is chosen of `items` after one more of them was pointed at. The one that is shown then belongs to it. */
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

/** All `items` are chosen; one of them is shown. */
export const withAllChosen = (items: readonly Item[], selectedId: string | null): Choice => {
  const ids = items.map(({ id }) => id)
  const shown = selectedId !== null && ids.includes(selectedId) ? selectedId : (ids[0] ?? selectedId)
  return normal(ids, shown, ids)
}

/** What is still chosen of a changed list. */
export const chosenIn = (items: readonly Item[], { selectedId, chosenIds }: Choice): Choice =>
  chosenIds.length === 0
    ? { selectedId, chosenIds }
    : normal(
        items.map(({ id }) => id),
        selectedId,
        chosenIds,
      )

/** In the order of the list; one item alone is not chosen, only shown. */
const normal = (ids: readonly string[], selectedId: string | null, chosen: readonly string[]): Choice => {
  const chosenIds = ids.filter((id) => chosen.includes(id))
  return { selectedId, chosenIds: chosenIds.length > 1 ? chosenIds : [] }
}
