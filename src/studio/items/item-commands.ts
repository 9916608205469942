import type { Item } from '#library/items/item.ts'
import { type ItemList, selectedItem } from '#library/items/item-list.ts'
import type { Command } from '#studio/keyboard/command.ts'

/** Makes commands for the selected item, as long as it is of one kind. */
type ItemCommands<T> = {
  /** The selected item if it is of the kind, and `holds`. */
  readonly selected: (holds?: (item: T) => boolean) => T | null
  /** A command that applies while there is such an item, and runs with it. */
  readonly command: (
    known: Omit<Command, 'applies' | 'run'>,
    run: (item: T) => void,
    holds?: (item: T) => boolean,
  ) => Command
}

/** Commands for the items for which `isOwn` holds. */
export function itemCommands<T extends Item>(
  list: Pick<ItemList, 'get'>,
  isOwn: (item: Item) => item is T,
): ItemCommands<T> {
  const selected = (holds: (item: T) => boolean = () => true): T | null => {
    const item = selectedItem(list.get())
    return item && isOwn(item) && holds(item) ? item : null
  }
  return {
    selected,
    command: (known, run, holds) => ({
      ...known,
      applies: () => selected(holds) !== null,
      run: () => {
        const item = selected(holds)
        if (item) run(item)
      },
    }),
  }
}
