import { CopyPlus, Redo2, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { noEdits } from '#contract/image-edits.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { CopyEdits } from './copy-edits.tsx'
import { canRedo, canUndo, editsKey } from './edit-history.ts'
import type { EditorStore } from './editor-state.ts'

const texts = messages.image.edit

type Props = { readonly item: QueueItem; readonly queue: ImageQueue; readonly editor: EditorStore }

/** Undo and redo of a picture's edits. They appear with the first tool or edit. */
export function EditHistoryButtons({ item, queue, editor }: Props) {
  const { tool } = useStore(editor)
  const announce = useAnnounce()
  const { edits } = item
  if (tool === null && edits.steps.length === 0) return null
  const step = (type: 'undo' | 'redo', said: string) => () => {
    queue.edit(item.id, { type })
    announce(said)
  }
  return (
    <div className="flex items-center gap-0.5">
      <IconButton
        icon={Undo2}
        label={texts.undo}
        keys={messages.keys.withCtrl('Z')}
        className={buttonSize}
        disabled={!canUndo(edits)}
        onClick={step('undo', texts.undone)}
      />
      <IconButton
        icon={Redo2}
        label={texts.redo}
        keys={messages.keys.withCtrl('Y')}
        className={buttonSize}
        disabled={!canRedo(edits)}
        onClick={step('redo', texts.redone)}
      />
    </div>
  )
}

/** What is done with all edits of a picture at once. */
export function AllEditsButtons({ item, queue, editor }: Props) {
  const { tool } = useStore(editor)
  const { items } = useStore(queue)
  const announce = useAnnounce()
  const [isCopying, setIsCopying] = useState(false)
  const { edits } = item
  if (tool === null && edits.steps.length === 0) return null
  const isEdited = editsKey(edits) !== null
  return (
    <div className="flex items-center gap-0.5">
      <IconButton
        icon={RotateCcw}
        label={texts.reset}
        className={buttonSize}
        disabled={!isEdited}
        onClick={() => {
          queue.edit(item.id, { type: 'replace', edits: noEdits })
          announce(texts.wasReset)
        }}
      />
      {items.length > 1 ? (
        <IconButton
          icon={CopyPlus}
          label={texts.copyTo.open}
          className={buttonSize}
          disabled={!isEdited}
          onClick={() => setIsCopying(true)}
        />
      ) : null}
      <CopyEdits item={item} queue={queue} open={isCopying} onClose={() => setIsCopying(false)} />
    </div>
  )
}

const buttonSize = 'size-8!'
