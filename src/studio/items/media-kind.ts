import type { ReactNode } from 'react'
import type { Item } from '#library/items/item.ts'
import type { ItemKind } from '#library/items/item-kind.ts'
import type { OpenItemList } from '#library/items/item-list.ts'
import type { PartName } from '#library/recipe/recipe-parts.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { FileToSave } from '#library/save.ts'
import type { Command } from '#studio/keyboard/command.ts'

/** The view of a kind of items. */
interface ItemView<T extends Item = Item> {
  readonly texts: {
    /** `Pictures` */
    readonly title: string
    /** `This picture` */
    readonly thisOne: string
    /** `2 pictures` */
    readonly count: (count: number) => string
  }
  /** Whether the icon of the tab shows its progress, because the work is long. */
  readonly isLongWork: boolean

  /** The phase in a word or two. */
  phaseText(item: T): string
  /** Whether the user should check a finished item. */
  isUncertain(item: T): boolean
  /** The uncertainty of a finished item's result, 0 to 1, also after the user has checked it. */
  doubt(item: T): number
  /** The phase, and the uncertain places. */
  reviewText(item: T): string
  /** Progress of the work in whole per cent; null if unknown. */
  percent(item: T): number | null
  /** The announcement of a change; null if there is no news. `before` is null for an added item. */
  announce(before: T | null, after: T): string | null

  /** The files to save; empty without a result, or if the result is empty. */
  results(item: T): readonly FileToSave[]

  /**
   * The files of the result with other settings and the same matte; empty without a result, or if the settings need
   * another matte.
   */
  variants(item: T, recipes: readonly SavedRecipe[], number: number): readonly FileToSave[]

  /** A thumbnail of the result, or of the file before there is one. `isLarge`: it fills its parent. */
  thumbnail(item: T, isLarge?: boolean): ReactNode
  /**
   * Aids over the picture of the shown item in the grid, to judge its result: other cut-outs, or the uncertain places.
   */
  reviewAid(item: T): ReactNode
  /** Size and duration, for the row. */
  Facts(props: { readonly item: T }): ReactNode
  /** Viewer, settings and main buttons of the selected item. `isEditing`: an editing tool works on the item. */
  workspace(item: T, isEditing: boolean): ReactNode

  /** The settings at the end of the last visit. */
  readonly lastRecipe: T['recipe']
  /** The value of a part of the settings, in a few words. */
  partText(name: PartName, recipe: T['recipe']): string

  /** Commands for one item: buttons in its row and panel, and keys while it is selected. */
  readonly commands: readonly Command<[T]>[]
  /** Ends the work on an item, or the choice of its part; null if there is neither. Called by Esc. */
  leave(item: T): (() => void) | null
  /** Commands for all items of the kind. */
  readonly listCommands?: readonly Command[]

  /** Loads what an item with these settings needs, when one is likely to come. */
  prepare(next: T['recipe']): void
  /** A component that follows the items while the page is shown and renders nothing. */
  readonly upkeep: ReactNode
}

/** A kind of items with its view. A feature implements it, and the page registers it with its list. */
export type MediaKind<T extends Item = Item> = ItemKind<T> & ItemView<T>

/** The list of the page. */
export type PageList = OpenItemList<MediaKind>
