import type { ServiceError } from '#contract/service-error.ts'
import type { FoundItems } from '#library/kept-items.ts'
import type { PartName } from '#library/recipe/recipe-parts.ts'
import type { Item } from './item.ts'

/** What was undone or done again, and to which items; of settings the parts that changed. */
export type SteppedChange = {
  readonly what: 'edit' | 'look' | 'part' | 'removal' | readonly PartName[]
  readonly items: readonly Item[]
}

/** What happens beside the work of an item, and people are told of. The page words it. */
export type LibraryEvent =
  | { readonly type: 'undone' | 'redone'; readonly step: SteppedChange }
  /** Edits of an earlier visit are back. */
  | { readonly type: 'editsRestored'; readonly name: string }
  /** Edits of an earlier visit cannot be read. */
  | { readonly type: 'editsUnreadable'; readonly name: string; readonly error: ServiceError | null }
  | { readonly type: 'editsNotKept'; readonly error: ServiceError | null }
  /** Earlier pages have left items. */
  | { readonly type: 'itemsFound'; readonly found: FoundItems }
  | { readonly type: 'itemsNotKept'; readonly error: ServiceError }
  /** A person turned the keeping of items off. */
  | { readonly type: 'keepingStopped' }

/** Is told what happens. */
export type OnLibraryEvent = (event: LibraryEvent) => void
