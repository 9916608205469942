import type { ComponentType } from 'react'
import { type LaterPart, laterPart } from '#base/later-part.ts'
import type { BatchPage } from '#studio/features/batch/batch-page.ts'
import type { PageList } from '#studio/items/media-kind.ts'

/** Parts that the first view does not show, each in its own script. */
export const laterParts = {
  workArea: laterPart(async () => (await import('./work-area.tsx')).WorkArea),
  foundItems: laterPart(async () => (await import('#studio/items/found-items.tsx')).FoundItemsOffer),
  batchLine: laterPart(async () => (await import('#studio/features/batch/batch-line.tsx')).BatchLine),
  batchView: laterPart(async () => (await import('#studio/features/batch/batch-view.tsx')).BatchView),
  tabProgress: laterPart(async () => (await import('./upkeep.tsx')).TabProgress),
  recipes: laterPart(async () => (await import('#studio/features/recipes/recipes-dialog.tsx')).RecipesDialog),
  upkeep: laterPart(async () => (await import('./upkeep.tsx')).Upkeep),
}

type Dialog = ComponentType<{ readonly page: BatchPage; readonly list: PageList }>

/** The contents of dialogs. A dialog may open before there is work, and also needs the script of the work. */
export const dialogParts = (work: LaterPart<unknown>, { batches }: BatchPage) => {
  const withWork = async <T>(load: Promise<T>): Promise<T> => (await Promise.all([load, work.load()]))[0]
  return {
    account: laterPart<Dialog>(
      async () => (await withWork(import('#studio/features/account/account.tsx'))).Account,
    ),
    engine: laterPart<Dialog>(
      async () => (await withWork(import('#studio/features/engine/engine.tsx'))).Engine,
    ),
    folder: laterPart<Dialog>(async () => {
      const { BatchDialog } = await withWork(import('#studio/features/batch/batch-dialog.tsx'))
      await batches.load()
      return BatchDialog
    }),
    help: laterPart<Dialog>(
      // The list contains the keys of all kinds.
      async () => (await withWork(import('#studio/features/help/shortcuts-list.tsx'))).ShortcutsList,
    ),
  }
}
