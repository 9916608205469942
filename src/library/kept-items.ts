/** An item kept for a later visit. Its kind defines `data` and `files`. */
export type KeptItem = {
  readonly id: string
  /** The name of its `ItemKind`. */
  readonly kind: string
  /** Sort key of the restored list. */
  readonly order: number
  /** Plain data. */
  readonly data: unknown
  readonly files: Readonly<Record<string, Blob>>
}

/** An item to write. */
export type ItemToKeep = KeptItem & {
  /** The file that the mattes belong to: they are kept with the item. Null if it has none. */
  readonly source: Blob | null
}

/** Items left by closed pages. */
export type FoundItems = {
  /** Number of items by kind. */
  readonly counts: Readonly<Record<string, number>>
  readonly bytes: number
  /** When the first of them expires, in milliseconds since 1970. */
  readonly untilMs: number
  /** Whether a person put them away; they can be brought back. */
  readonly isPutAway: boolean
}

/**
 * Keeps the list of a page for reloads, crashes and later visits. Each open page has its own list. The jobs of an item
 * (`VideoCall.item`) are deleted with it. Every method rejects if the browser refuses storage.
 */
export interface KeptItems {
  /**
   * Begins the list of this page; returns its name and items. `earlier`: the tab's previous list; if null or in use by
   * another page, a new list begins.
   */
  begin(earlier: string | null): Promise<{ readonly list: string; readonly items: readonly KeptItem[] }>
  /** What closed pages left, else what a person put away; null if neither. */
  found(): Promise<FoundItems | null>
  /** Moves the found items to this page's list and returns them. */
  takeFound(): Promise<readonly KeptItem[]>
  /** Puts the found items away. */
  putAwayFound(): Promise<void>
  /** Deletes the found items. */
  dropFound(): Promise<void>
  /**
   * Writes an item; unchanged Blobs are not written again. If there is no room, rejects with a `ServiceError` of the
   * reason `items_not_kept_full`, and the stored version stays.
   */
  put(item: ItemToKeep): Promise<void>
  /** Marks items as removed or not: removed ones stay on the disk until forgotten, but are not restored. */
  setRemoved(ids: readonly string[], isRemoved: boolean): Promise<void>
  /** Sets unreadable items aside: they stay unchanged, are not restored, and count as unreadable. */
  setAside(ids: readonly string[]): Promise<void>
  /**
   * Deletes the items of this page and of closed pages, and unreadable ones. Blobs read from here become unreadable.
   */
  clear(): Promise<void>
  forget(ids: readonly string[]): Promise<void>
  /** The bytes of all kept items, and their limit. */
  space(): Promise<{ readonly bytes: number; readonly limitBytes: number }>
}
