import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { noEdits } from '#contract/image-edits.ts'
import {
  canRedo,
  canUndo,
  type EditChange,
  type EditHistory,
  editsKey,
} from '#library/history/edit-history.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { IconButton } from '#studio/ui/button.tsx'
import type { EditorStore } from './editor-state.ts'

const texts = messages.image.edit

type Props = {
  readonly editor: EditorStore
  readonly history: EditHistory<unknown>
  readonly onChange: (change: EditChange<never>) => void
}

/** Undo and redo of an item's edits. They appear with the first tool or edit. */
export function EditHistoryButtons({ editor, history, onChange }: Props) {
  const { tool } = useStore(editor)
  const announce = useAnnounce()
  if (tool === null && history.steps.length === 0) return null
  const step = (type: 'undo' | 'redo', said: string) => () => {
    onChange({ type })
    announce(said)
  }
  return (
    <div className="flex items-center gap-0.5">
      <IconButton
        icon={Undo2}
        label={texts.undo}
        command="undo"
        className={editButtonSize}
        disabled={!canUndo(history)}
        onClick={step('undo', texts.undone)}
      />
      <IconButton
        icon={Redo2}
        label={texts.redo}
        command="redo"
        className={editButtonSize}
        disabled={!canRedo(history)}
        onClick={step('redo', texts.redone)}
      />
    </div>
  )
}

/** Takes all edits of an item away; `children` are more buttons for all edits at once. */
export function ResetEditsButtons({
  editor,
  history,
  onChange,
  children,
}: Props & { readonly children?: ReactNode }) {
  const { tool } = useStore(editor)
  const announce = useAnnounce()
  if (tool === null && history.steps.length === 0) return null
  return (
    <div className="flex items-center gap-0.5">
      <IconButton
        icon={RotateCcw}
        label={texts.reset}
        className={editButtonSize}
        disabled={editsKey(history) === null}
        onClick={() => {
          onChange({ type: 'replace', edits: noEdits })
          announce(texts.wasReset)
        }}
      />
      {children}
    </div>
  )
}

/** The classes of the buttons beside the tools, which are smaller than others. */
export const editButtonSize = 'size-8!'
