import type { IncomingFile, Item } from './item.ts'

/**
 * What the list knows of a kind of media: how a file becomes an item, and what follows when items come and go. A feature
 * implements it and registers it; the list calls it with items of that kind only.
 */
export interface MediaKind<T extends Item = Item> {
  readonly name: T['kind']
  /** Whether a file is of this kind. Never rejects. */
  accepts(file: IncomingFile): Promise<boolean>
  /** The item of a file that was just opened. Never rejects. */
  create(file: IncomingFile): Promise<T>
  /** Begins the work on items that were added. */
  begin(items: readonly T[]): void
  /** Stops all work on an item that was removed. */
  stop(item: T): void
  /** The item as it comes back after `stop`. */
  toRestored(item: T): T
  /** Goes on with the work on an item that came back; `item` is as it was when it was removed. */
  resume(item: T): void
  /** Deletes what is kept for an item that is gone for good. */
  forget(item: T): void
  /** Whether an item may be shown although nobody chose it. */
  mayShow(item: T): boolean
}
