import { isUnedited } from '#contract/image-edits.ts'
import { beginEditing } from '#studio/edit/edit-focus.ts'
import { canRedo, canUndo } from '#studio/edit/edit-history.ts'
import { type EditorStore, withTool } from '#studio/edit/editor-state.ts'
import { toolCommands } from '#studio/edit/tool-commands.ts'
import type { CommandRunners } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'
import { steppedBack, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { ExportWork } from './export/use-export.ts'
import type { ImageQueue } from './queue/image-queue.ts'
import { answerOf, isAtWork, type QueueItem } from './queue/queue-state.ts'
import { isEditable } from './queue/result-options.ts'
import { placesInDoubt } from './result-confidence.ts'
import { togglePlaces } from './viewer/places-in-doubt.tsx'

const texts = messages.image.edit

type Dependencies = {
  /** The shown picture; null where there is none. */
  readonly item: QueueItem | null
  readonly queue: ImageQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly work: ExportWork
  readonly announce: (text: string) => void
  /** Restores what was removed from the list; false where nothing was. */
  readonly undoRemove: () => boolean
}

/** The keyboard commands for a picture. They answer false where there is none, so that the browser handles the key. */
export const imageCommands = (parts: Dependencies): CommandRunners => {
  const { item, queue, store, editor, work } = parts
  const isEditing = item !== null && isEditable(item) && editor.get().tool !== null
  return {
    save: () => (item?.state === 'done' ? work.save(item) : false),
    copy: () => (item?.state === 'done' ? work.copy(item) : false),
    remove: () => (item ? queue.remove(item.id) : false),
    back: () => {
      if (!item) return false
      if (isAtWork(item)) return queue.cancel(item.id)
      if (isEditing) return editor.set((state) => withTool(state, null))
      const before = steppedBack(store.get())
      return before ? store.set(before) : false
    },
    doubt: () => {
      const answer = item && answerOf(item)
      if (!answer || isEditing || !isUnedited(item.edits.present) || !placesInDoubt(answer)[0]) return false
      togglePlaces(store, answer, parts.announce)
    },
    ...historyCommands(parts, isEditing),
    ...(isEditing ? toolCommands(editor, parts.announce) : {}),
  }
}

/** While a picture is edited, its own edits come first; else what was removed from the list. */
const historyCommands = (
  { item, queue, editor, announce, undoRemove }: Dependencies,
  isEditing: boolean,
): CommandRunners => {
  const undoEdit = () => {
    if (!item || !canUndo(item.edits)) return false
    queue.edit(item.id, { type: 'undo' })
    announce(texts.undone)
    return true
  }
  return {
    edit: () => (item && isEditable(item) ? beginEditing(editor) : false),
    undo: () => (isEditing ? undoEdit() || undoRemove() : undoRemove() || undoEdit()),
    redo: () => {
      if (!item || !canRedo(item.edits)) return false
      queue.edit(item.id, { type: 'redo' })
      announce(texts.redone)
      return true
    },
  }
}
