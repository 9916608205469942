import type { ItemToKeep, KeptItem } from '#library/kept-items.ts'
import type { RecipePart } from '#library/recipe/recipe-parts.ts'
import type { IncomingFile, Item, Phase, RunLocation } from './item.ts'

/** How items of a kind are kept for a later visit, by `KeptItems`. */
export interface Keeping<T extends Item = Item> {
  /** The names of the files that nothing makes anew. */
  readonly irreplaceable: readonly string[]
  /** Of an item that is not changed, the files are the same Blobs. Null for one that has nothing to keep yet. */
  toKept(item: T): Pick<ItemToKeep, 'data' | 'files' | 'source'> | null
  /**
   * The item as it is taken up again, at rest where it shall not begin work by itself; null where it cannot be read.
   */
  fromKept(kept: KeptItem, mayBegin: boolean): T | null | Promise<T | null>
  /** Settings from plain data; null where they cannot be read. */
  parseRecipe(stored: unknown): T['recipe'] | null
}

/** A part that a person chooses of an item. */
interface PartOfItem<T extends Item = Item> {
  /** Plain data; undefined where nothing can be chosen yet. */
  of(item: T): unknown
  /** Chooses a part again that `of` gave. */
  choose(item: T, part: unknown): void
}

/**
 * A kind of items: how a file becomes one, what work it needs, and what is kept of it. The list calls it with items of
 * that kind only.
 */
export interface ItemKind<T extends Item = Item> {
  readonly name: T['kind']

  /** Whether a file is of this kind. Never rejects. */
  accepts(file: IncomingFile): Promise<boolean>
  /** The item of a file that was just opened, with these settings. Never rejects. */
  create(file: IncomingFile, recipe: T['recipe']): Promise<T>
  /** Begins the work on items that were added. */
  begin(items: readonly T[]): void
  /** Stops all work on an item that was removed. */
  stop(item: T): void
  /** The item as it comes back after `stop`. */
  toRestored(item: T): T
  /** Goes on with the work on an item that came back; `item` is as it was when it was removed. */
  resume(item: T): void
  /** Deletes what is kept for an item that is gone for good. */
  forget(item: T): Promise<void> | void
  /** Whether an item may be shown although nobody chose it. */
  mayShow(item: T): boolean
  /** Adds what no page has begun, such as jobs of the API. Never rejects. */
  restore(): Promise<void>

  phase(item: T): Phase
  /** Where its current work runs. */
  workLocation(item: T): RunLocation
  /** Whether its matte can be edited now. */
  isEditable(item: T): boolean
  /** Undoes an edit of an item, or does it again. */
  stepEdits(item: T, type: 'undo' | 'redo'): void

  /** The part of an item that is worked on, where a person can choose one. */
  readonly part?: PartOfItem<T>

  /** The settings that a visit begins with. */
  readonly firstRecipe: T['recipe']
  /** The settings in parts, as people compare them and hand them on. */
  readonly recipeParts: readonly RecipePart[]
  /** Keeps settings as the last ones for the next visit. */
  remember(recipe: T['recipe']): void
  /** Null where items are not kept. */
  readonly keeping: Keeping<T> | null
}
