/** An item of the list as it is kept for a later visit. The studio decides what `data` and `files` are. */
export type KeptItem = {
  readonly id: string
  /** The name of its kind of media. */
  readonly kind: string
  /** Items come back in the order of these numbers. */
  readonly order: number
  /** Plain data. */
  readonly data: unknown
  readonly files: Readonly<Record<string, Blob>>
}

/** An item to keep. */
export type ItemToKeep = KeptItem & {
  /** What this device reads of it: mattes of the same bytes are kept with the item. Null where it has none. */
  readonly source: Blob | null
}

/** What pages that are gone have left. */
export type FoundItems = {
  /** How many items there are, by kind. */
  readonly counts: Readonly<Record<string, number>>
  readonly bytes: number
  /** When the first of them is deleted, in milliseconds since 1970. */
  readonly untilMs: number
  /** A person has put them away, and they can be brought back. */
  readonly isPutAway: boolean
}

/**
 * Keeps the list of a page in this browser, so that it is there after a reload, a crash or a visit. Each page has a
 * list of its own, which no other page gets while it is open. The jobs of an item (`VideoCall.item`) are deleted with
 * it. Every method rejects where the browser refuses storage.
 */
export interface KeptItems {
  /**
   * Begins the list of this page, and returns its name with what is kept in it. `earlier` is the name of the list that
   * this tab had before; where another page has it, or it is null, a new one begins.
   */
  begin(earlier: string | null): Promise<{ readonly list: string; readonly items: readonly KeptItem[] }>
  /** What pages that are gone have left, else what a person put away of it; null where there is neither. */
  found(): Promise<FoundItems | null>
  /** Moves that to the list of this page, and returns it. */
  takeFound(): Promise<readonly KeptItem[]>
  /** Puts all of it away. */
  putAwayFound(): Promise<void>
  /** Deletes all of it. */
  dropFound(): Promise<void>
  /**
   * Writes an item. Files that are the same Blobs as in the call before are not written again. Rejects with a
   * `ServiceError` of the reason `items_not_kept_full` where there is no room; then what was kept of it before stands.
   */
  put(item: ItemToKeep): Promise<void>
  /** Whether items come back: those that were removed stay on the disk until they are forgotten, and do not. */
  setRemoved(ids: readonly string[], isRemoved: boolean): Promise<void>
  /** Leaves items that no kind can read: they stay as they are, come back no more, and count as unreadable. */
  setAside(ids: readonly string[]): Promise<void>
  /**
   * Deletes the items of this page, what pages that are gone have left, and what cannot be read. Files that came from
   * here are gone then.
   */
  clear(): Promise<void>
  /** Deletes items. */
  forget(ids: readonly string[]): Promise<void>
  /** How many bytes all kept items have, and how many they may have. */
  space(): Promise<{ readonly bytes: number; readonly limitBytes: number }>
}
