import { useQuery } from '@tanstack/react-query'
import { laterPart } from '#base/later-part.ts'
import { parseImageEdits } from '#contract/image-edits.ts'
import type { Level } from '#contract/image-options.ts'
import { keepEditsOfPage } from '#library/history/keep-edits.ts'
import { parseSavedHistory } from '#library/history/saved-history.ts'
import { isInProgress } from '#library/items/item.ts'
import { createImageQueue } from '#library/pictures/image-queue.ts'
import { answerOf, type PictureItem } from '#library/pictures/picture-item.ts'
import { pictureKind } from '#library/pictures/picture-kind.ts'
import { newVisitRecipe } from '#library/recipe/recipe.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { recipePartText } from '#studio/items/recipe-part-text.ts'
import { makeThumbnail, tileSidePx } from '#studio/media/make-thumbnail.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { boundResults, pictureKey } from '#studio/queries/image-result.ts'
import { pictureInfo, pictureInfoKey } from '#studio/queries/picture-info.ts'
import { avoidsPreloading } from '#studio/state/use-browser-state.ts'
import { Later } from '#studio/ui/later.tsx'
import { createExportWork } from './export/export-work.ts'
import { resultFile, resultMaker, variantFile } from './export/make-result.ts'
import { imageCommands } from './image-commands.ts'
import { percent } from './progress.ts'
import { cutOutHere, sendPicture } from './queue/first-result.ts'
import {
  hasUncertainResult,
  lacksSubject,
  pictureDoubt,
  pictureNews,
  pictureStateText,
  reviewText,
} from './queue/picture-text.ts'
import { PictureThumbnail } from './queue/picture-thumbnail.tsx'

/** A separate script, which the first view does not need. */
const workspace = laterPart(async () => (await import('./image-workspace.tsx')).ImageWorkspace)

const otherCutouts = laterPart(async () => (await import('./edit/other-cutouts.tsx')).OtherCutouts)

/**
 * Opens the work on pictures. It uses the current recipe, stores edits, and drops the cached results of permanently
 * removed pictures.
 */
export function openImageKind(parts: KindParts): MediaKind<PictureItem> {
  const { list, service, connection, client, settings, tell, viewer, editor } = parts
  const queue = createImageQueue(list, cutOutHere(parts), sendPicture(parts), (image, size) =>
    makeThumbnail(image, size, tileSidePx),
  )
  boundResults(client, service)
  const work = createExportWork(queue, parts)
  const makeResult = resultMaker({ queue, ...parts })
  const commands = imageCommands({ ...parts, queue, work })
  const saved = {
    get: () => queue.get().items,
    subscribe: queue.subscribe,
    restore: queue.restoreEdits,
    parse: (stored: unknown) => parseSavedHistory(stored, parseImageEdits),
  }
  keepEditsOfPage(saved, service.onDevice?.savedEdits, tell)
  connection.subscribe(() => {
    if (!connection.get().service) queue.disconnect()
  })
  const warmed = new Set<Level>()
  const { recipe: lastRecipe } = settings.get()
  const kind = pictureKind(queue, {
    firstRecipe: newVisitRecipe(lastRecipe),
    remember: (recipe) => settings.set((all) => ({ ...all, recipe })),
    forget: ({ id }) => {
      client.removeQueries({ queryKey: pictureKey(service, id) })
      client.removeQueries({ queryKey: pictureInfoKey(id) })
    },
  })
  return {
    ...kind,
    begin: (items) => {
      // The service of pictures from an earlier visit may no longer be connected.
      if (!connection.get().service) queue.disconnect()
      kind.begin(items)
    },
    texts: messages.image.kind,
    isLongWork: false,
    phaseText: pictureStateText,
    isUncertain: hasUncertainResult,
    doubt: pictureDoubt,
    reviewText,
    percent: ({ progress }) => percent(progress),
    announce: pictureNews,
    results: (item) => (item.phase === 'done' && !lacksSubject(item) ? [resultFile(item, makeResult)] : []),
    variants: (item, recipes, number) =>
      item.phase === 'done' && !lacksSubject(item)
        ? recipes.map((saved) => variantFile(item, saved, number, makeResult))
        : [],
    thumbnail: (item, isLarge = false) => <PictureThumbnail item={item} queue={queue} isLarge={isLarge} />,
    Facts: PictureFacts,
    reviewAid: (item) => <Later part={otherCutouts} props={{ item, queue }} />,
    workspace: (item, isEditing) => (
      <Later part={workspace} props={{ item, queue, store: viewer, editor, work, commands, isEditing }} />
    ),
    lastRecipe,
    partText: recipePartText,
    commands,
    leave: ({ id, phase }) => (isInProgress(phase) ? () => queue.cancel(id) : null),
    prepare: ({ level }) => {
      // The component that needs it shows the error.
      workspace.load().catch(() => {})
      // On phones, and if the user saves data, the first picture loads the model. It also reports an error of this
      // call.
      if (!service.onDevice || warmed.has(level) || avoidsPreloading()) return
      warmed.add(level)
      service.onDevice.warm(level).catch(() => warmed.delete(level))
    },
    upkeep: null,
  }
}

/** `4000 × 3000 · 2.1 MB` */
function PictureFacts({ item }: { readonly item: PictureItem }) {
  const { data: info } = useQuery(pictureInfo(item))
  const size = info?.size ?? answerOf(item)?.placement?.source
  return `${size ? `${formatPixelSize(size)} · ` : ''}${formatBytes(item.file.size)}`
}
