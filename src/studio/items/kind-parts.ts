import type { QueryClient } from '@tanstack/react-query'
import type { BackgroundService } from '#library/background-service.ts'
import type { OnLibraryEvent } from '#library/items/library-event.ts'
import type { ActivityLog } from '#service/activity.ts'
import type { Connection } from '#service/connection.ts'
import type { EditorStore } from '#studio/edit/editor-state.ts'
import type { StudioState } from '#studio/hooks/use-studio.ts'
import type { ReviewStore } from '#studio/review/review-state.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { PageList } from './media-kind.ts'

/** What the page has outside of its components. */
export type StudioParts = StudioState & {
  readonly list: PageList
  /** The service of this device. */
  readonly service: BackgroundService
  readonly connection: Connection
  readonly activityLog: ActivityLog
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
