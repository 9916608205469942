import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { findItem, type Item } from '#library/items/item.ts'
import { changeRecipe } from '#library/items/item-recipes.ts'
import type { PageList } from './media-kind.ts'

/** The list, and the id of the item whose viewer and settings are shown. */
export const ShownItemContext = createContext<{ readonly list: PageList; readonly id: string } | null>(null)

/** The list and the id of the shown item. Throws outside of `ShownItemContext`. */
export const useShownItem = () => {
  const shown = use(ShownItemContext)
  if (!shown) throw new Error('useShownItem outside of ShownItemContext')
  return shown
}

/** The value of `of` for the shown item, which has the kind of `isOwn`. Renders only when the value changes. */
export function useItemValue<T extends Item, V>(isOwn: (item: Item) => item is T, of: (item: T) => V): V {
  const { list, id } = useShownItem()
  return useSyncExternalStore(list.subscribe, () => {
    const { items, removed } = list.get()
    // A component may outlive its removed item for a moment.
    const item = findItem(items, id) ?? removed.find((each) => each.item.id === id)?.item
    if (!item || !isOwn(item)) throw new Error('The shown item is of another kind.')
    return of(item)
  })
}

/** The settings of the shown item, and a function that changes them. */
export function useItemRecipe<T extends Item>(
  isOwn: (item: Item) => item is T,
): [recipe: T['recipe'], change: (change: Partial<T['recipe']>) => void] {
  const { list, id } = useShownItem()
  const recipe = useItemValue(isOwn, (item) => item.recipe)
  const change = useCallback((part: Partial<T['recipe']>) => changeRecipe(list, id, part), [list, id])
  return [recipe, change]
}
