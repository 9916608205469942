import { QueryClient } from '@tanstack/react-query'
import { type LaterPart, laterPart } from '#base/later-part.ts'
import { createStore, type Store } from '#base/store.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { Batches } from '#library/batch/batch.ts'
import { createItemList } from '#library/items/item-list.ts'
import type { KeptList } from '#library/items/keep-list.ts'
import type { SavedRecipes } from '#library/recipe/recipe-store.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { SaveCall } from '#library/save.ts'
import type { ActivityLog } from '#service/activity.ts'
import type { Connection } from '#service/connection.ts'
import { createEditorStore } from '#studio/edit/editor-state.ts'
import { type BatchPage, createBatchPage } from '#studio/features/batch/batch-page.ts'
import type { RecipesPage } from '#studio/features/recipes/recipes-page.ts'
import type { StudioParts } from '#studio/items/kind-parts.ts'
import type { MediaKind, PageList } from '#studio/items/media-kind.ts'
import { createReviewStore } from '#studio/items/review-state.ts'
import type { Command } from '#studio/keyboard/command.ts'
import type { SaveAll } from '#studio/media/saver.ts'
import { createSaver } from '#studio/media/saver.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openBackgroundPictures } from '#studio/state/background-pictures.ts'
import { createModes } from '#studio/state/modes.ts'
import type { Settings } from '#studio/state/settings.ts'
import type { Theme } from '#studio/state/theme.ts'
import { createViewerStore } from '#studio/viewer/viewer-state.ts'
import type { PageCalls } from './page-commands.ts'

/** The state and services of the page, without components. */
export type Studio = StudioParts & {
  readonly theme: Store<{ readonly theme: Theme }>
  /** The work on items, loaded when an item is likely to come. */
  readonly work: LaterPart<Work>
  readonly saveAll: SaveAll
  /** The batches, from folder to folder. */
  readonly batches: BatchPage
}

/** Parts that the first view does not need: the kinds of media and the functions on items. */
export type Work = {
  readonly kinds: readonly MediaKind[]
  /**
   * Saves all results, or those of the items with `ids`, with their own settings or with each of `recipes`. Resolves
   * with a text about what was saved.
   */
  readonly saveAll: (
    call: SaveCall,
    ids: readonly string[],
    recipes: readonly SavedRecipe[],
  ) => Promise<{ readonly text: string; readonly note: string | null }>
  readonly recipes: RecipesPage
  /** Null if the service keeps no lists. */
  readonly kept: KeptList | null
  /** The commands with their keys. */
  readonly commands: (page: PageCalls) => readonly Command[]
}

type Services = {
  /** The service of this device. */
  readonly service: BackgroundService
  readonly connection: Connection
  readonly activityLog: ActivityLog
  /** Used after the work is loaded. */
  readonly settings: Store<Settings>
  readonly theme: Studio['theme']
}

/**
 * Opens the list and the parts that all kinds of media share, until the page is closed. Opened files wait until `load`
 * has loaded the work.
 */
export function openStudio(
  { theme, ...services }: Services,
  load: () => Promise<(parts: StudioParts) => Work>,
  openBatches: () => Promise<Batches>,
): Studio {
  const list = createItemList<MediaKind>()
  const work = laterPart(async () => (await load())(parts))
  const open: PageList['open'] = async (files) => {
    try {
      await work.load()
    } catch {
      parts.announcer.warn(messages.app.notLoaded)
      return
    }
    await list.open(files)
  }
  const parts: StudioParts = {
    ...services,
    list: { ...list, open },
    client: createQueryClient(),
    announcer: createAnnouncer(),
    backgroundPictures: openBackgroundPictures(() => caches),
    recipes: createStore<SavedRecipes>({ recipes: [], unreadable: 0 }),
    viewer: createViewerStore(),
    editor: createEditorStore(),
    review: createReviewStore(),
    modes: createModes(),
  }
  const saver = createSaver(parts.announcer)
  const saveAll: SaveAll = {
    ...saver,
    count: () => list.get().items.reduce((sum, item) => sum + list.kindOf(item).results(item).length, 0),
    start: (ids = [], recipes = []) =>
      saver.start(
        { id: 'all', action: 'zip' },
        // Without the work there are no results.
        async (call) => work.get()?.saveAll(call, ids, recipes) ?? '',
        // The first view has no texts of errors.
        async (thrown) => (await import('#studio/media/save-failure.ts')).saveAllFailure(thrown),
      ),
  }
  return { ...parts, theme, work, saveAll, batches: createBatchPage(openBatches, parts.modes) }
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ServiceError
  }
}

/**
 * The query cache. It never retries, because a service retries by itself (D-53), and the user has a button for more. An
 * answer stays valid unless its query sets otherwise. Queries run without a network too, because the device or the
 * client of a service reports its absence itself.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode: 'always' },
    },
  })
