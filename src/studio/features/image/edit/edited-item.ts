import { createContext, use } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { PictureItem } from '#studio/features/image/queue/picture-item.ts'
import { findItem } from '#studio/items/item.ts'
import { useStore } from '#studio/state/store.ts'

/** The picture whose settings are shown, and the queue that it is in. */
type EditedItem = { readonly queue: ImageQueue; readonly id: string }

/** The picture whose settings are shown, for `useEditedItem`. */
export const EditedItemContext = createContext<EditedItem | null>(null)

/** The picture whose settings are shown, as it is now, and what changes its edits. */
export function useEditedItem(): {
  readonly item: PictureItem | null
  readonly edit: ImageQueue['edit']
} {
  const edited = use(EditedItemContext)
  if (!edited) throw new Error('useEditedItem outside of EditedItemContext')
  const { items } = useStore(edited.queue)
  return { item: findItem(items, edited.id), edit: edited.queue.edit }
}
