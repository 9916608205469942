import { isUnedited } from '#contract/image-edits.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import { answerOf, isPicture, type PictureItem } from '#library/pictures/picture-item.ts'
import { isEditable } from '#library/pictures/result-options.ts'
import { beginEditing } from '#studio/edit/edit-focus.ts'
import { withTool } from '#studio/edit/editor-state.ts'
import { toolCommands } from '#studio/edit/tool-commands.ts'
import { itemCommands } from '#studio/items/item-commands.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { type Command, doubtKey } from '#studio/keyboard/command.ts'
import { steppedBack } from '#studio/viewer/viewer-state.ts'
import type { ExportWork } from './export/export-work.ts'
import { placesInDoubt } from './result-confidence.ts'
import { togglePlaces } from './viewer/places-in-doubt.tsx'

type Parts = Pick<KindParts, 'list' | 'viewer' | 'editor' | 'announcer'> & {
  readonly queue: ImageQueue
  readonly work: Pick<ExportWork, 'start'>
}

/** What keys do while a picture is selected. */
export const imageCommands = (parts: Parts): readonly Command[] => {
  const { list, queue, viewer, editor, work, announcer } = parts
  const { announce } = announcer
  const { selected, command } = itemCommands(list, isPicture)
  const isDone = ({ phase }: PictureItem) => phase === 'done'
  const isEditing = (item: PictureItem) => isEditable(item) && editor.get().tool !== null
  const rated = (item: PictureItem) => {
    const answer = answerOf(item)
    const isShown = !isEditing(item) && isUnedited(item.edits.present)
    return answer && isShown && placesInDoubt(answer)[0] ? answer : null
  }
  return [
    ...toolCommands(editor, announce, () => selected(isEditing) !== null),
    command({ id: 'save', keys: ['s'] }, (item) => work.start('save', item), isDone),
    command({ id: 'copy', keys: ['c'] }, (item) => work.start('copy', item), isDone),
    command(
      { id: 'back', keys: ['Escape'] },
      (item) => {
        if (isInProgress(item.phase)) return queue.cancel(item.id)
        if (isEditing(item)) return editor.set((state) => withTool(state, null))
        viewer.set((state) => steppedBack(state) ?? state)
      },
      (item) => isInProgress(item.phase) || isEditing(item) || steppedBack(viewer.get()) !== null,
    ),
    command(
      { id: 'doubt', keys: [doubtKey] },
      (item) => {
        const answer = rated(item)
        if (answer) togglePlaces(viewer, answer, announce)
      },
      (item) => rated(item) !== null,
    ),
    command({ id: 'edit', keys: ['b'] }, () => beginEditing(editor), isEditable),
    // The strip of other cut-outs handles these itself.
    { id: 'takeProposal', keys: ['1', '2', '3'] },
  ]
}
