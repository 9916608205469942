import { baseName, resultName } from '#base/file-names.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { type FileFormat, fileFormats } from '#contract/result-file.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { savedFormat } from '#library/pictures/result-options.ts'
import { type FileToSave, type SaveCall, saveInto } from '#library/save.ts'
import {
  canShareFile,
  clipboard,
  downloads,
  intoFolder,
  pickNewFolder,
  type SavePlace,
  shareSheet,
  zipDownload,
} from '#library/sink.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { asPng } from '#studio/media/decode-picture.ts'
import { saveFailure } from '#studio/media/save-failure.ts'
import { createSaver, type Saver } from '#studio/media/saver.ts'
import { messages } from '#studio/messages/messages.ts'
import { type MakeResult, partsOf, resultFile, resultMaker } from './make-result.ts'

const { saving: texts, image } = messages
const { actions: imageTexts } = image

/**
 * A format replaces that of the settings; `layers` is a Photoshop file; `folder` and `zip` contain subject, mask and
 * background as separate files.
 */
type ExportAction = 'save' | FileFormat | 'layers' | SavePlace | 'copy' | 'share'

/** Saves, copies and shares pictures with their settings, one at a time. */
export type ExportWork = Pick<Saver, 'get' | 'subscribe'> & {
  readonly start: (action: ExportAction, item: PictureItem) => void
}

/** Works until the page is closed. */
export function createExportWork(
  queue: ImageQueue,
  { service, client, backgroundPictures, announcer }: KindParts,
): ExportWork {
  const saver = createSaver(announcer)
  const makeResult = resultMaker({ queue, service, client, backgroundPictures })
  return {
    get: saver.get,
    subscribe: saver.subscribe,
    start: (action, item) =>
      saver.start(
        { id: item.id, action },
        (call) => exportPicture(action, item, makeResult, call),
        saveFailure,
      ),
  }
}

/** Resolves with a text about what was done. */
async function exportPicture(
  action: ExportAction,
  item: PictureItem,
  makeResult: MakeResult,
  call: SaveCall,
): Promise<string> {
  const download = async (file: FileToSave) => texts.saved(file.name, await saveInto(downloads, [file], call))
  switch (action) {
    case 'save':
      return download(resultFile(item, makeResult))
    case 'layers': {
      const text = await download({
        name: resultName(item.name, 'psd'),
        bytes: 0,
        make: async () => (await makeResult(item, { layers: imageTexts.layerNames })).image,
      })
      return item.recipe.depth === 16 ? `${text}. ${imageTexts.layersOf8Bits}` : text
    }
    case 'folder':
    case 'zip': {
      const stem = baseName(item.name)
      const files = partsOf(item, makeResult, imageTexts.setParts)
      const folder = action === 'folder' ? await pickNewFolder(stem) : null
      const renamed: string[] = []
      const sink = folder ? intoFolder(folder, (name) => renamed.push(name)) : zipDownload(`${stem}.zip`)
      const bytes = await saveInto(sink, files, call)
      if (!folder) return texts.saved(`${stem}.zip`, bytes)
      const text = imageTexts.savedSet(folder.name)
      return renamed.length > 0 ? `${text}. ${texts.renamed(renamed)}` : text
    }
    case 'copy': {
      const png = resultFile(item, makeResult, 'png')
      await saveInto(clipboard, [{ ...png, make: async (made) => asPng(await png.make(made)) }], call)
      return imageTexts.copied
    }
    case 'share':
      // Few programs on phones accept TIFF.
      await saveInto(shareSheet, [resultFile(item, makeResult, isShared(item) ? undefined : 'png')], call)
      return texts.shared
    default:
      return download(resultFile(item, makeResult, action))
  }
}

/** Whether this browser can share pictures. */
export const canShare = (): boolean => canShareFile('picture.png', imageFormats.png.mime)

/** Whether the share sheet accepts the file of a picture with its settings. */
const isShared = (item: PictureItem): boolean => {
  const { extension, mime } = fileFormats[savedFormat(item, item.recipe.format)]
  return canShareFile(`picture.${extension}`, mime)
}
