import { createStore, type Store } from '#base/store.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { type FileFormat, fileFormats } from '#contract/result-file.ts'
import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { savedFormat } from '#library/pictures/result-options.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { asPng } from '#studio/media/decode-picture.ts'
import {
  baseName,
  canShareFile,
  resultName,
  ShareNeedsClick,
  saveFile,
  shareFiles,
} from '#studio/media/save-file.ts'
import { pickNewFolder, type SavePlace } from '#studio/media/save-folder.ts'
import { type ZipEntry, zipResults } from '#studio/media/zip-results.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { partEntries, resultMaker } from './make-result.ts'

const texts = messages.image.actions

type ExportKind = 'save' | 'layers' | 'set' | 'copy' | 'share'

/** How far a result is saved, copied or shared, and what came of the last time. */
type ExportState = {
  readonly busy: ExportKind | null
  /** What the last action did; null before the first. */
  readonly message: {
    /** The picture that it was done with. */
    readonly itemId: string
    readonly text: string
    readonly isError: boolean
    /** Tells two messages with the same text apart. */
    readonly turn: number
  } | null
}

/** Saves, copies and shares pictures with their settings, one at a time. */
export type ExportWork = Pick<Store<ExportState>, 'get' | 'subscribe'> & {
  readonly save: (item: PictureItem) => void
  /** Saves a Photoshop file with layers. */
  readonly saveLayers: (item: PictureItem) => void
  /** Saves subject, mask and background as files of their own. */
  readonly saveSet: (item: PictureItem, place: SavePlace) => void
  readonly copy: (item: PictureItem) => void
  /** Null where this browser cannot share files. */
  readonly share: ((item: PictureItem) => void) | null
}

/** Works for as long as the page is there. */
export function createExportWork(
  queue: ImageQueue,
  { service, client, backgroundPictures, announcer }: KindParts,
): ExportWork {
  const store = createStore<ExportState>({ busy: null, message: null })
  const makeResult = resultMaker({ queue, service, client, backgroundPictures })
  let turn = 0

  const fileOf = async (item: PictureItem, wanted?: FileFormat) => {
    const format = savedFormat(item, wanted ?? item.recipe.format)
    const { image } = await makeResult(item, wanted && { format })
    return new File([image], resultName(item.name, fileFormats[format].extension), { type: image.type })
  }
  const work = async (kind: ExportKind, item: PictureItem, place: SavePlace): Promise<string> => {
    switch (kind) {
      case 'save': {
        const file = await fileOf(item)
        saveFile(file, file.name)
        return texts.saved(file.name, file.size)
      }
      case 'layers': {
        const { image } = await makeResult(item, { layers: texts.layerNames })
        const name = resultName(item.name, 'psd')
        saveFile(image, name)
        return texts.saved(name, image.size)
      }
      case 'set':
        return saveSet(partEntries(item, makeResult, texts.setParts), baseName(item.name), place)
      case 'copy':
        await copyPicture(fileOf(item, 'png').then(asPng))
        return texts.copied
      case 'share':
        // Few programs on phones take a TIFF.
        await shareFiles([await fileOf(item, isShared(item) ? undefined : 'png')])
        return texts.shared
    }
  }
  const start = async (kind: ExportKind, item: PictureItem, place: SavePlace = 'zip') => {
    if (store.get().busy !== null) return
    store.set({ busy: kind, message: null })
    turn += 1
    const { text, isError } = await work(kind, item, place).then(
      (done) => ({ text: done, isError: false }),
      (thrown: unknown) => ({ text: failureText(thrown), isError: true }),
    )
    store.set({ busy: null, message: text === null ? null : { itemId: item.id, text, isError, turn } })
    if (text !== null) announcer.announce(text)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    save: (item) => void start('save', item),
    saveLayers: (item) => void start('layers', item),
    saveSet: (item, place) => void start('set', item, place),
    copy: (item) => void start('copy', item),
    share: canShareFile('picture.png', imageFormats.png.mime) ? (item) => void start('share', item) : null,
  }
}

/** Whether the sheet for sharing takes the file of a picture as its settings say. */
const isShared = (item: PictureItem): boolean => {
  const { extension, mime } = fileFormats[savedFormat(item, item.recipe.format)]
  return canShareFile(`picture.${extension}`, mime)
}

/** Writes the files; into a ZIP also where this page may not ask for a folder. Resolves with what was done. */
async function saveSet(entries: readonly ZipEntry[], stem: string, place: SavePlace): Promise<string> {
  const folder = place === 'folder' ? await pickNewFolder(stem) : null
  if (!folder) {
    const call = { signal: new AbortController().signal, onReport: () => {} }
    const { zip, failed } = await zipResults(entries, call)
    if (failed.length > 0) throw new ServiceError('internal_server_error')
    saveFile(zip, `${stem}.zip`)
    return texts.saved(`${stem}.zip`, zip.size)
  }
  try {
    for (const { name, make } of entries) {
      const file = await folder.handle.getFileHandle(name, { create: true })
      await (await make()).stream().pipeTo(await file.createWritable())
    }
  } catch (thrown) {
    await folder.remove()
    throw thrown
  }
  return texts.savedSet(folder.name)
}

class CopyRefused extends Error {}

/** The clipboard takes a promise: it would refuse a file that is ready only after the click was handled. */
async function copyPicture(file: Promise<Blob>): Promise<void> {
  const failed = file.then(
    () => null,
    (cause: unknown) => ({ cause }),
  )
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': file })])
  } catch (thrown) {
    const own = await failed
    throw own ? own.cause : new CopyRefused('', { cause: thrown })
  }
}

const failureText = (thrown: unknown): string | null => {
  if (thrown instanceof CopyRefused) return texts.copyRefused
  if (thrown instanceof ShareNeedsClick) return texts.shareAgain
  const error = toServiceError(thrown)
  return isAbort(error) ? null : errorSentence(error)
}
