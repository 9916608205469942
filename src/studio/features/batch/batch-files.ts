import { isFileKind } from '#contract/file-kinds.ts'
import { maxRisk } from '#contract/image-answer.ts'
import type { ServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import type { BatchFile, BatchState, ReportWords } from '#library/batch/batch.ts'
import { changesOf } from '#library/recipe/apply-recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { PageList } from '#studio/items/media-kind.ts'
import { errorSentence, errorText } from '#studio/messages/error-text.ts'
import { leftOutText } from '#studio/messages/left-out-text.ts'
import { messages } from '#studio/messages/messages.ts'
import type { StudioState } from '#studio/state/use-studio.ts'

/** The groups in which a batch's files are listed. */
export const fileGroups = ['all', 'waiting', 'done', 'doubt', 'failed', 'unreadable', 'skipped'] as const
/** `doubt`: those of `done` that the user should check. */
export type FileGroup = (typeof fileGroups)[number]

/** Whether the user should check the result of a file. */
export const isInDoubt = ({ state, doubt }: BatchFile): boolean => state === 'done' && (doubt ?? 0) > maxRisk

/** The files of a group. */
export const filesOf = (files: readonly BatchFile[], group: FileGroup): readonly BatchFile[] => {
  if (group === 'all') return files
  if (group === 'doubt') return files.filter(isInDoubt)
  if (group === 'waiting') return files.filter(isOpen)
  return files.filter(({ state }) => state === group)
}

const isOpen = ({ state }: BatchFile): boolean => state === 'waiting' || state === 'working'

/** The number of files that are neither waiting nor being worked on. */
export const throughCount = (files: readonly BatchFile[]): number =>
  files.reduce((sum, file) => sum + (isOpen(file) ? 0 : 1), 0)

/** Progress of the batch in whole per cent; null while the files are listed. */
export const batchPercent = ({ files, phase }: BatchState): number | null =>
  phase === 'listing' || files.length === 0 ? null : Math.floor((100 * throughCount(files)) / files.length)

/** Why a file has no result, in one line. The error's own sentence only describes what services accept. */
export const reasonOf = (error: ServiceError): string => {
  const { reason, params } = error
  if (reason !== 'image_kind_refused') return errorSentence(error)
  const kind = params && 'kind' in params && isFileKind(params.kind) ? params.kind : 'unknown'
  return errorText(error, { at: 'image', fileKind: kind }).title
}

/** The texts of the report. */
export const reportWords: ReportWords = { error: reasonOf, leftOut: leftOutText }

/** `500 files through, 498 written` */
export const endText = ({ files }: Pick<BatchState, 'files'>): string =>
  messages.batch.ended(
    files.length,
    files.reduce((sum, { outputs }) => sum + outputs.length, 0),
  )

type Parts = { readonly list: PageList } & Pick<StudioState, 'backgroundPictures'>

/** Opens files in the list with the settings of a recipe. The settings for later files do not change. */
export async function openInList(
  files: readonly File[],
  { list, backgroundPictures }: Parts,
  recipe: SavedRecipe | null,
): Promise<void> {
  const before = new Set(list.get().items.map(({ id }) => id))
  await list.open(
    await Promise.all(
      files.map(async (file) => ({
        file,
        name: file.name,
        url: null,
        fileKind: await readFileKind(file).catch(() => 'unknown' as const),
      })),
    ),
  )
  if (!recipe) return
  const opened = list.get().items.filter(({ id }) => !before.has(id))
  if (recipe.picture) backgroundPictures.keep(recipe.settings.picture, recipe.picture)
  list.setRecipes(changesOf(opened, recipe))
}
