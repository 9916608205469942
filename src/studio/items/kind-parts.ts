import type { QueryClient } from '@tanstack/react-query'
import type { OnLibraryEvent } from '#library/items/library-event.ts'
import type { EditorStore } from '#studio/edit/editor-state.ts'
import type { StudioState } from '#studio/state/use-studio.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { PageList } from './media-kind.ts'
import type { ReviewStore } from './review-state.ts'

/** The state of the page outside its components. */
export type StudioParts = StudioState & {
  readonly list: PageList
  readonly client: QueryClient
  /** The view of the selected item. */
  readonly viewer: ViewerStore
  /** The tool of the selected item. */
  readonly editor: EditorStore
  /** The review of the results. */
  readonly review: ReviewStore
}

/** The parts that kinds of items use. */
export type KindParts = StudioParts & {
  /** Announces events of the library. */
  readonly tell: OnLibraryEvent
}
