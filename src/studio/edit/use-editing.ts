import { type RefObject, useRef } from 'react'
import type { Edit } from '#contract/image-edits.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { EditPreview } from './edit-preview.ts'
import type { EditorStore } from './editor-state.ts'
import { createEditPen, type EditPen, useEditDrawing } from './use-edit-drawing.ts'
import { useEditKeys } from './use-edit-keys.ts'

type Parts = {
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly picture: RefObject<HTMLElement | null>
  readonly isEditing: boolean
  /** Called with each edit that was drawn. */
  readonly onEdit: (edit: Edit) => void
}

/**
 * What pointers and keys do on the picture while a tool is chosen, the preview that they draw, and the edit that was
 * drawn last.
 */
export function useEditing({ store, editor, picture, isEditing, onEdit }: Parts) {
  const preview = useRef<EditPreview | null>(null)
  const latest = useRef(onEdit)
  latest.current = onEdit
  const lastDrawn = useRef<Edit | null>(null)
  const pen = useRef<EditPen | null>(null)
  pen.current ??= createEditPen({
    store,
    editor,
    preview,
    onEdit: (edit) => {
      lastDrawn.current = edit
      latest.current(edit)
    },
  })
  const drawing = useEditDrawing({ store, editor, picture }, pen.current)
  const keys = useEditKeys({ store, editor, pen: pen.current })
  return { drawing: isEditing ? drawing : null, keys, preview, lastDrawn }
}
