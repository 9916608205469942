import type { QueryClient } from '@tanstack/react-query'
import type { OnLibraryEvent } from '#library/items/library-event.ts'
import type { EditorStore } from '#studio/edit/editor-state.ts'
import type { StudioState } from '#studio/state/use-studio.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { PageList } from './media-kind.ts'
import type { ReviewStore } from './review-state.ts'

/** What the page has outside of its components. */
export type StudioParts = StudioState & {
  readonly list: PageList
  readonly client: QueryClient
  /** How the selected item is shown. */
  readonly viewer: ViewerStore
  /** The tool that edits the selected item. */
  readonly editor: EditorStore
  /** How the results of the list are looked at. */
  readonly review: ReviewStore
}

/** What kinds of items work with. */
export type KindParts = StudioParts & {
  /** Announces what happens in the library. */
  readonly tell: OnLibraryEvent
}
