import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection } from '#service/connection.ts'
import { createEditorStore } from '#studio/edit/editor-state.ts'
import { announceList } from '#studio/items/announcements.ts'
import { createItemList } from '#studio/items/item-list.ts'
import { type KeptList, keepList } from '#studio/items/keep-list.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { openTabMemory } from '#studio/items/tab-memory.ts'
import { openUndoJournal, type PointerPresses, type UndoJournal } from '#studio/items/undo-journal.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openBackgroundPictures } from '#studio/state/background-pictures.ts'
import type { Settings } from '#studio/state/settings.ts'
import type { Store } from '#studio/state/store.ts'
import { createViewerStore } from '#studio/viewer/viewer-state.ts'
import { createQueryClient } from './query-client.ts'

/** What the page shows and works with. It is there without any component. */
export type Studio = KindParts & {
  readonly journal: UndoJournal
  /** Null where the service keeps no lists. */
  readonly kept: KeptList | null
}

type Services = {
  /** The service of this device. */
  readonly service: BackgroundService
  readonly connection: Connection
  readonly activityLog: ActivityLog
  readonly settings: Store<Settings>
}

/**
 * Opens the list with kinds of media, and what they share, for as long as the page is there. Of kinds that accept the same
 * file, the last one gets it.
 */
export function openStudio(services: Services, kinds: readonly ((parts: KindParts) => MediaKind)[]): Studio {
  const parts: KindParts = {
    ...services,
    list: createItemList(),
    client: createQueryClient(services.service.traits),
    announcer: createAnnouncer(),
    backgroundPictures: openBackgroundPictures(() => caches),
    viewer: createViewerStore(),
    editor: createEditorStore(),
  }
  for (const open of kinds) parts.list.register(open(parts))
  announceList(parts.list, parts.announcer.announce)
  const store = parts.service.onDevice?.keptItems
  const memory = openTabMemory(() => sessionStorage)
  const kept = store ? keepList({ ...parts, store, memory, page: window }) : null
  return { ...parts, kept, journal: openUndoJournal(parts, undefined, followPresses()) }
}

/** Counts how often the pointer is pressed on the page, before anything there hears of it. */
const followPresses = (): (() => PointerPresses) => {
  let presses: PointerPresses = { count: 0, isHeld: false }
  const release = () => {
    presses = { ...presses, isHeld: false }
  }
  addEventListener(
    'pointerdown',
    () => {
      presses = { count: presses.count + 1, isHeld: true }
    },
    { capture: true },
  )
  addEventListener('pointerup', release)
  addEventListener('pointercancel', release)
  return () => presses
}
