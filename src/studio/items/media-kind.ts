import type { ReactNode } from 'react'
import type { Item } from '#library/items/item.ts'
import type { ItemKind } from '#library/items/item-kind.ts'
import type { OpenItemList } from '#library/items/item-list.ts'
import type { PartName } from '#library/recipe/recipe-parts.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { FileToSave } from '#library/save.ts'
import type { Command } from '#studio/keyboard/command.ts'

/** What the page shows of the items of a kind. */
interface ItemView<T extends Item = Item> {
  readonly texts: {
    /** `Pictures` */
    readonly title: string
    /** `This picture` */
    readonly thisOne: string
    /** `2 pictures` */
    readonly count: (count: number) => string
  }
  /** Whether its work takes long enough to be followed in the icon of the tab. */
  readonly isLongWork: boolean

  /** The phase in a word or two. */
  phaseText(item: T): string
  /** Whether a finished item should be looked at by a person. */
  isUncertain(item: T): boolean
  /** How much the result of a finished item is in doubt, 0 to 1, also once a person has looked at it. */
  doubt(item: T): number
  /** The phase, and where it is in doubt. */
  reviewText(item: T): string
  /** Progress of its work in whole per cent; null while it is not known. */
  percent(item: T): number | null
  /**
   * What screen readers are told of a change; null where it is no news. `before` is null for an item that was added.
   */
  announce(before: T | null, after: T): string | null

  /** The files to save; none before there is a result, and of one in which nothing is left. */
  results(item: T): readonly FileToSave[]

  /**
   * The files of a result with other settings, of the same matte; none where there is no result, or they need another
   * one.
   */
  variants(item: T, recipes: readonly SavedRecipe[], number: number): readonly FileToSave[]

  /** Its result, small; before there is one, the file itself. `isLarge`: it fills what it lies in. */
  thumbnail(item: T, isLarge?: boolean): ReactNode
  /**
   * What helps to judge the result of the shown item, over its picture in the grid: other cut-outs, or what is in
   * doubt.
   */
  reviewAid(item: T): ReactNode
  /** Size and length, in the row. */
  Facts(props: { readonly item: T }): ReactNode
  /**
   * Viewer, settings and main buttons of the selected item. `isEditing`: a tool of the editor is chosen, and works on
   * it.
   */
  workspace(item: T, isEditing: boolean): ReactNode

  /** The settings that the visit before ended with. */
  readonly lastRecipe: T['recipe']
  /** What a part of the settings says, in a few words. */
  partText(name: PartName, recipe: T['recipe']): string

  /** What can be done with an item: by buttons in its row and panel, and by keys while it is selected. */
  readonly commands: readonly Command<[T]>[]
  /** Ends the work on an item, or else the choice of its part; null where there is neither. Esc calls it. */
  leave(item: T): (() => void) | null
  /** What can be done with all items of the kind. */
  readonly listCommands?: readonly Command[]

  /** Loads what the next item will need with these settings, when one is likely to come. */
  prepare(next: T['recipe']): void
  /** Follows the items while the page is shown, and renders nothing. */
  readonly upkeep: ReactNode
}

/**
 * A kind of items with what the page shows of them. A feature implements it, and the page registers it with its list.
 */
export type MediaKind<T extends Item = Item> = ItemKind<T> & ItemView<T>

/** The list of the page. */
export type PageList = OpenItemList<MediaKind>
