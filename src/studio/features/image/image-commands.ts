import { Download, RotateCcw, Share, Square, SquareSplitHorizontal } from 'lucide-react'
import { fileFormats } from '#contract/result-file.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import { answerOf, type PictureItem } from '#library/pictures/picture-item.ts'
import { isEditable, savedFormat } from '#library/pictures/result-options.ts'
import { beginEditing } from '#studio/edit/edit-focus.ts'
import { toolCommands } from '#studio/edit/tool-commands.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { type Command, uncertaintyKey } from '#studio/keyboard/command.ts'
import { errorText, type ShownError } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { placeOf } from '#studio/state/modes.ts'
import type { ExportWork } from './export/export-work.ts'
import { isMended } from './queue/picture-text.ts'
import { uncertainPlaces } from './result-confidence.ts'
import { togglePlaces } from './viewer/uncertain-places.tsx'

const { saving, items } = messages

type Parts = Pick<KindParts, 'viewer' | 'editor' | 'modes' | 'announcer'> & {
  readonly queue: Pick<ImageQueue, 'cancel' | 'retry'>
  readonly work: Pick<ExportWork, 'start'>
}

/** The commands of a picture. */
export const imageCommands = ({
  queue,
  viewer,
  editor,
  modes,
  work,
  announcer: { announce },
}: Parts): readonly Command<[PictureItem]>[] => {
  const isDone = ({ phase }: PictureItem) => phase === 'done'
  const isEditing = (item: PictureItem) => isEditable(item) && placeOf(modes.get()) === 'edit'
  const isBeside = () => placeOf(modes.get()) === 'beside'
  const rated = (item: PictureItem) => {
    const answer = answerOf(item)
    const isShown = !isEditing(item) && !isMended(item)
    return answer && isShown && uncertainPlaces(answer)[0] ? answer : null
  }
  /** A command that saves, copies or shares a picture. */
  const exporting = (id: 'save' | 'copy' | 'share', keys: readonly string[] = []) => ({
    id,
    keys,
    places: ['panel'] as const,
    applies: isDone,
    run: (item: PictureItem) => work.start(id, item),
  })
  return [
    ...toolCommands(editor, announce, isEditing),
    {
      ...exporting('save', ['s']),
      icon: () => Download,
      label: (_, item) => saving.save(fileFormats[savedFormat(item, item.recipe.format)].label),
    },
    exporting('copy', ['c']),
    { ...exporting('share'), icon: () => Share, label: () => saving.share },
    {
      id: 'stop',
      keys: [],
      places: ['row'],
      icon: () => Square,
      label: (_, { name }) => items.row.stop(name),
      applies: ({ phase }) => isInProgress(phase),
      run: ({ id }) => queue.cancel(id),
    },
    {
      id: 'retry',
      keys: [],
      places: ['row'],
      icon: () => RotateCcw,
      label: (_, { name }) => items.row.retry(name),
      applies: ({ runLocation, phase, error }) =>
        runLocation === 'device' && (phase === 'stopped' || (phase === 'failed' && mayWorkAgain(error))),
      run: ({ id }) => queue.retry(id),
    },
    {
      id: 'uncertainty',
      keys: [uncertaintyKey],
      applies: (item) => rated(item) !== null,
      run: (item) => {
        const answer = rated(item)
        if (answer) togglePlaces(viewer, answer, announce)
      },
    },
    {
      id: 'sideBySide',
      keys: ['t'],
      icon: () => SquareSplitHorizontal,
      label: () => messages.image.beside.open,
      applies: (item) => isDone(item) && isEditable(item) && !item.look && !isEditing(item),
      run: ({ id }) => (isBeside() ? modes.leave('beside') : modes.enter({ name: 'beside', itemId: id })),
    },
    {
      id: 'edit',
      keys: ['b'],
      applies: (item) => isEditable(item) && !isBeside(),
      run: () => beginEditing({ editor, modes }),
    },
    // The strip of other cut-outs handles these keys.
    { id: 'takeProposal', keys: ['1', '2', '3'], shownKeys: [messages.keys.fromTo('1', '3')] },
  ]
}

/** Whether a retry may help: not for a file that is not a picture. */
const mayWorkAgain = (error: ShownError | null): boolean =>
  error !== null && errorText(error, { at: 'image', fileKind: 'unknown' }).action === 'retry'
