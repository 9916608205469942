import { useEffect, useRef } from 'react'
import type { Edit } from '#contract/image-edits.ts'
import { useStore } from '#studio/state/store.ts'
import { usePlace, useStudio } from '#studio/state/use-studio.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { EditPreview } from './edit-preview.ts'
import type { EditorStore } from './editor-state.ts'
import { createEditPen, type EditPen, useEditDrawing } from './use-edit-drawing.ts'
import { useEditKeys } from './use-edit-keys.ts'

type Parts = {
  readonly store: ViewerStore
  readonly editor: EditorStore
  /** Whether the tools work on the shown item. */
  readonly canEdit: boolean
  /** Called with each drawn edit. */
  readonly onEdit: (edit: Edit) => void
}

/** The editing tools of the stage. */
export type EditingTools = ReturnType<typeof useEditing>

/** The handlers of pointers and keys on the stage while a tool is chosen, and their state. */
export function useEditing({ store, editor, canEdit, onEdit }: Parts) {
  const { tool } = useStore(editor)
  const isEditing = usePlace() === 'edit' && canEdit
  const { modes } = useStudio()
  /** The element that handles the pointer, and the picture in it, which handles the keys. */
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  /** Null without an `EditSurface`. */
  const preview = useRef<EditPreview | null>(null)
  const latest = useRef(onEdit)
  latest.current = onEdit
  /** The last drawn edit. */
  const lastDrawn = useRef<Edit | null>(null)
  const pen = useRef<EditPen | null>(null)
  pen.current ??= createEditPen({
    store,
    editor,
    preview,
    modes,
    onEdit: (edit) => {
      lastDrawn.current = edit
      latest.current(edit)
    },
  })
  useEffect(() => () => pen.current?.cancel(), [])
  const drawing = useEditDrawing({ store, editor, picture }, pen.current)
  const keys = useEditKeys({ store, editor, pen: pen.current })
  return {
    store,
    editor,
    tool,
    isEditing,
    stage,
    picture,
    preview,
    lastDrawn,
    keys,
    drawing: isEditing ? drawing : null,
  }
}
