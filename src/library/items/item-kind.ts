import type { ItemToKeep, KeptItem } from '#library/kept-items.ts'
import type { RecipePart } from '#library/recipe/recipe-parts.ts'
import type { IncomingFile, Item, Phase, RunLocation } from './item.ts'

/** How `KeptItems` keeps items of a kind. */
export interface Keeping<T extends Item = Item> {
  /** Names of the files that cannot be made again. */
  readonly irreplaceable: readonly string[]
  /** The data and files to keep; null if there is nothing yet. Files of an unchanged item are the same Blobs. */
  toKept(item: T): Pick<ItemToKeep, 'data' | 'files' | 'source'> | null
  /** Restores an item; null if it cannot be read. Without `mayBegin` its work does not start by itself. */
  fromKept(kept: KeptItem, mayBegin: boolean): T | null | Promise<T | null>
  /** Parses settings; null if they are invalid. */
  parseRecipe(stored: unknown): T['recipe'] | null
}

/** The selectable part of an item. */
interface PartOfItem<T extends Item = Item> {
  /** The chosen part as plain data; undefined if nothing can be chosen yet. */
  of(item: T): unknown
  /** Chooses a part that `of` returned. */
  choose(item: T, part: unknown): void
}

/** A kind of items: accepts files, does their work, keeps them. The list calls it only with items of that kind. */
export interface ItemKind<T extends Item = Item> {
  readonly name: T['kind']

  /** Whether a file is of this kind. Never rejects. */
  accepts(file: IncomingFile): Promise<boolean>
  /** Creates the item of an opened file. Never rejects. */
  create(file: IncomingFile, recipe: T['recipe']): Promise<T>
  /** Begins the work on added items. */
  begin(items: readonly T[]): void
  /** Stops all work on a removed item. */
  stop(item: T): void
  /** The item after `stop`, as it returns to the list. */
  toRestored(item: T): T
  /** Continues the work on a restored item; `item` is its state at removal. */
  resume(item: T): void
  /** Deletes the kept data of an item that cannot be restored any more. */
  forget(item: T): Promise<void> | void
  /** Whether the item may be selected automatically. */
  mayShow(item: T): boolean
  /** Adds items that no page began, such as jobs of the API. Never rejects. */
  restore(): Promise<void>

  phase(item: T): Phase
  /** Where the current work runs. */
  workLocation(item: T): RunLocation
  isEditable(item: T): boolean
  /** Undoes or redoes an edit of an item. */
  stepEdits(item: T, type: 'undo' | 'redo'): void

  /** The part of an item that its work covers, if a person can choose one. */
  readonly part?: PartOfItem<T>

  /** The settings at the start of a visit. */
  readonly firstRecipe: T['recipe']
  /** The settings in parts, which are compared and copied separately. */
  readonly recipeParts: readonly RecipePart[]
  /** Stores settings for the next visit. */
  remember(recipe: T['recipe']): void
  readonly keeping: Keeping<T> | null
}
