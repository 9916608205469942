import { isUnedited } from '#contract/image-edits.ts'
import { beginEditing } from '#studio/edit/edit-focus.ts'
import { withTool } from '#studio/edit/editor-state.ts'
import { toolCommands } from '#studio/edit/tool-commands.ts'
import { isInProgress } from '#studio/items/item.ts'
import { selectedItem } from '#studio/items/item-list.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { type Command, doubtKey } from '#studio/keyboard/command.ts'
import { steppedBack } from '#studio/viewer/viewer-state.ts'
import type { ExportWork } from './export/export-work.ts'
import type { ImageQueue } from './queue/image-queue.ts'
import { answerOf, isPicture, type QueueItem } from './queue/queue-state.ts'
import { isEditable } from './queue/result-options.ts'
import { placesInDoubt } from './result-confidence.ts'
import { togglePlaces } from './viewer/places-in-doubt.tsx'

type Parts = Pick<KindParts, 'list' | 'viewer' | 'editor' | 'announcer'> & {
  readonly queue: ImageQueue
  readonly work: Pick<ExportWork, 'save' | 'copy'>
}

/** What keys do while a picture is selected. */
export const imageCommands = (parts: Parts): readonly Command[] => {
  const { list, queue, viewer, editor, work, announcer } = parts
  const { announce } = announcer
  /** The selected picture, if `holds`; nothing applies to any other item. */
  const picture = (holds: (item: QueueItem) => boolean = () => true): QueueItem | null => {
    const item = selectedItem(list.get())
    return item && isPicture(item) && holds(item) ? item : null
  }
  /** A command for the selected picture, if `holds`. */
  const command = (
    known: Omit<Command, 'applies' | 'run'>,
    holds: (item: QueueItem) => boolean,
    run: (item: QueueItem) => void,
  ): Command => ({
    ...known,
    applies: () => picture(holds) !== null,
    run: () => {
      const item = picture(holds)
      if (item) run(item)
    },
  })
  const isDone = ({ phase }: QueueItem) => phase === 'done'
  const isEditing = (item: QueueItem) => isEditable(item) && editor.get().tool !== null
  const rated = (item: QueueItem) => {
    const answer = answerOf(item)
    const isShown = !isEditing(item) && isUnedited(item.edits.present)
    return answer && isShown && placesInDoubt(answer)[0] ? answer : null
  }
  return [
    ...toolCommands(editor, announce, () => picture(isEditing) !== null),
    command({ id: 'save', keys: ['s'] }, isDone, work.save),
    command({ id: 'copy', keys: ['c'] }, isDone, work.copy),
    command(
      { id: 'back', keys: ['Escape'] },
      (item) => isInProgress(item.phase) || isEditing(item) || steppedBack(viewer.get()) !== null,
      (item) => {
        if (isInProgress(item.phase)) return queue.cancel(item.id)
        if (isEditing(item)) return editor.set((state) => withTool(state, null))
        viewer.set((state) => steppedBack(state) ?? state)
      },
    ),
    command(
      { id: 'doubt', keys: [doubtKey] },
      (item) => rated(item) !== null,
      (item) => {
        const answer = rated(item)
        if (answer) togglePlaces(viewer, answer, announce)
      },
    ),
    command({ id: 'edit', keys: ['b'] }, isEditable, () => beginEditing(editor)),
    // The strip of other cut-outs handles these itself.
    { id: 'takeProposal', keys: ['1', '2', '3'] },
  ]
}
