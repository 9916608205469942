import type { ServiceError } from '#contract/service-error.ts'
import type { FoundItems } from '#library/kept-items.ts'

/** What happens beside the work of an item, and people are told of. The page words it. */
export type LibraryEvent =
  | { readonly type: 'undone' | 'redone' }
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
