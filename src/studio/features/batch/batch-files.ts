import { maxRisk } from '#contract/image-answer.ts'
import type { BatchFile, BatchState } from '#library/batch/batch.ts'
import { messages } from '#studio/messages/messages.ts'

/** What the files of a batch are listed by. */
export const fileGroups = ['all', 'waiting', 'done', 'doubt', 'failed', 'unreadable', 'skipped'] as const
/** `doubt`: those of `done` that a person should look at. */
export type FileGroup = (typeof fileGroups)[number]

/** Whether a person should look at what was made of a file. */
export const isInDoubt = ({ state, doubt }: BatchFile): boolean => state === 'done' && (doubt ?? 0) > maxRisk

/** The files of a group. */
export const filesOf = (files: readonly BatchFile[], group: FileGroup): readonly BatchFile[] => {
  if (group === 'all') return files
  if (group === 'doubt') return files.filter(isInDoubt)
  if (group === 'waiting') return files.filter(isOpen)
  return files.filter(({ state }) => state === group)
}

const isOpen = ({ state }: BatchFile): boolean => state === 'waiting' || state === 'working'

/** How many files are through, whatever became of them. */
export const throughCount = (files: readonly BatchFile[]): number =>
  files.reduce((sum, file) => sum + (isOpen(file) ? 0 : 1), 0)

/** How far the whole is, in whole per cent; null while the files are listed. */
export const batchPercent = ({ files, phase }: BatchState): number | null =>
  phase === 'listing' || files.length === 0 ? null : Math.floor((100 * throughCount(files)) / files.length)

/** `500 files through, 498 written` */
export const endText = ({ files }: Pick<BatchState, 'files'>): string =>
  messages.batch.ended(
    files.length,
    files.reduce((sum, { outputs }) => sum + outputs.length, 0),
  )
