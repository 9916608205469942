import type { ServiceError } from '#contract/service-error.ts'
import type { FoundItems } from '#library/kept-items.ts'
import type { PartName } from '#library/recipe/recipe-parts.ts'
import type { Item } from './item.ts'

/** What was undone or redone, of which items; for settings, the changed parts. */
export type SteppedChange = {
  readonly what: 'edit' | 'look' | 'part' | 'removal' | readonly PartName[]
  readonly items: readonly Item[]
}

/** An event to announce, other than the work of an item. The page words it. */
export type LibraryEvent =
  | { readonly type: 'undone' | 'redone'; readonly step: SteppedChange }
  /** Edits of an earlier visit were restored. */
  | { readonly type: 'editsRestored'; readonly name: string }
  /** Edits of an earlier visit cannot be read. */
  | { readonly type: 'editsUnreadable'; readonly name: string; readonly error: ServiceError | null }
  | { readonly type: 'editsNotKept'; readonly error: ServiceError | null }
  /** Items of earlier pages were found. */
  | { readonly type: 'itemsFound'; readonly found: FoundItems }
  | { readonly type: 'itemsNotKept'; readonly error: ServiceError }
  /** A person turned keeping off. */
  | { readonly type: 'keepingStopped' }

/** Receives events to announce. */
export type OnLibraryEvent = (event: LibraryEvent) => void
