import { type RefObject, useRef } from 'react'
import type { Edit } from '#contract/image-edits.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { EditPreview } from './edit-preview.ts'
import type { EditorStore } from './editor-state.ts'
import { createEditPen, type EditPen, useEditDrawing } from './use-edit-drawing.ts'
import { useEditKeys } from './use-edit-keys.ts'

type Parts = {
  readonly item: QueueItem
  readonly queue: ImageQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly picture: RefObject<HTMLElement | null>
  readonly isEditing: boolean
}

/**
 * What pointers and keys do on the picture while a tool is chosen, the preview that they draw, and the edit that was
 * drawn last.
 */
export function useEditing({ item, queue, store, editor, picture, isEditing }: Parts) {
  const preview = useRef<EditPreview | null>(null)
  const id = useRef(item.id)
  id.current = item.id
  const lastDrawn = useRef<Edit | null>(null)
  const pen = useRef<EditPen | null>(null)
  pen.current ??= createEditPen({
    store,
    editor,
    preview,
    onEdit: (edit) => {
      lastDrawn.current = edit
      queue.edit(id.current, { type: 'add', edit })
    },
  })
  const drawing = useEditDrawing({ store, editor, picture }, pen.current)
  const keys = useEditKeys({ store, editor, pen: pen.current })
  return { drawing: isEditing ? drawing : null, keys, preview, lastDrawn }
}
