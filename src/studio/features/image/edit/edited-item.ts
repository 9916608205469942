import { createContext, use } from 'react'
import { findItem } from '#library/items/item.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { useStore } from '#studio/state/store.ts'

/** The picture whose settings are shown, and its queue. */
type EditedItem = { readonly queue: ImageQueue; readonly id: string }

/** The picture whose settings are shown, for `useEditedItem`. */
export const EditedItemContext = createContext<EditedItem | null>(null)

/** The current state of the picture whose settings are shown, and functions that change its edits. */
export function useEditedItem(): {
  readonly item: PictureItem | null
  readonly edit: ImageQueue['edit']
} {
  const edited = use(EditedItemContext)
  if (!edited) throw new Error('useEditedItem outside of EditedItemContext')
  const { items } = useStore(edited.queue)
  return { item: findItem(items, edited.id), edit: edited.queue.edit }
}
