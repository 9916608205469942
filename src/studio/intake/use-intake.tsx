import { type RefObject, useState } from 'react'
import { type FileKind, nameEndings } from '#contract/file-kinds.ts'
import type { ItemList } from '#library/items/item-list.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { useAnnounce, useService } from '#studio/state/use-studio.ts'
import { type Dropped, droppedFiles } from './dropped-files.ts'
import { createLinkDownloads, type LinkDownloads, linkFrom } from './link-downloads.ts'

/** The ways in which files reach the page. */
export type Intake = {
  readonly addFiles: (files: readonly File[]) => void
  readonly addDropped: (transfer: DataTransfer) => void
  readonly links: LinkDownloads
  /** Files of the last drop that are missing in the list, and why; null if none. */
  readonly note: IntakeNote | null
  readonly forgetNote: () => void
  /** Opens the file picker. Needs a click or a key press. */
  readonly pick: () => void
  /** The ref of the hidden file input. */
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The file kind by the first bytes; the script that reads them is loaded with the first file. */
const fileKindOf = async (file: Blob): Promise<FileKind> => {
  const { readFileKind } = await import('#contract/sniff.ts')
  return readFileKind(file)
}

type IntakeNote = {
  readonly text: string
  /** Whether files could not be opened. */
  readonly isFault: boolean
}

/** The source of files: the link that was fetched, or the clipboard. */
type Origin = { readonly url?: string | null; readonly isPasted?: boolean }

/** The file name of a recipe, including names that the browser has numbered. */
const recipeName = /\.clearcut-recipe\b.*\.json$/i

/**
 * Accepts files from the picker, drops, folders, the clipboard and links, and opens them in the list. `onFiles` is
 * called before that. `onRecipes` gets the files of recipes.
 */
export function useIntake(
  { open }: Pick<ItemList, 'open'>,
  inputRef: Intake['inputRef'],
  onFiles: () => void,
  onRecipes: (files: readonly File[]) => void,
): Intake {
  const announce = useAnnounce()
  const add = async (all: readonly File[], { url = null, isPasted = false }: Origin = {}) => {
    // The error of an earlier link is obsolete.
    links.forgetFault()
    const files = all.filter(({ name }) => !recipeName.test(name))
    if (files.length < all.length) onRecipes(all.filter((file) => !files.includes(file)))
    if (files.length === 0) return
    onFiles()
    await open(
      await Promise.all(
        files.map(async (file) => ({
          file,
          name: nameOf(file, isPasted),
          url,
          fileKind: await fileKindOf(file).catch(() => 'unknown' as const),
        })),
      ),
    )
  }
  const { onDevice } = useService()
  const [links] = useState(() =>
    createLinkDownloads({ device: onDevice, onFile: (file, url) => add([file], { url }), tell: announce }),
  )
  const [note, setNote] = useState<IntakeNote | null>(null)
  const addFiles = (files: readonly File[]) => {
    setNote(null)
    void add(files)
  }
  const addTransferred = (transfer: DataTransfer, isPasted: boolean) => {
    const text = transfer.getData('text/uri-list') || transfer.getData('text/plain')
    void droppedFiles(transfer).then((dropped) => {
      const { files, unopened } = dropped
      const isNothing = files.length === 0 && unopened.length === 0 && !linkFrom(text)
      const next = isNothing ? { text: messages.intake.nothingFound, isFault: true } : noteOf(dropped)
      setNote(next)
      if (next) announce(next.text)
      if (files.length > 0) void add(files, { isPasted })
      else if (unopened.length === 0 && linkFrom(text)) void links.fetch(text)
    })
  }
  useWindowEvent('paste', (event) => {
    const intoText = event.target instanceof HTMLElement && event.target.matches('input, textarea')
    if (!event.clipboardData || (intoText && event.clipboardData.files.length === 0)) return
    event.preventDefault()
    addTransferred(event.clipboardData, true)
  })
  return {
    addFiles,
    addDropped: (transfer) => addTransferred(transfer, false),
    links,
    note,
    forgetNote: () => setNote(null),
    pick: () => inputRef.current?.click(),
    inputRef,
  }
}

/**
 * The note about files that are missing in the list. If the others are none, those left out are reported as nothing
 * found.
 */
export const noteOf = ({ files, unopened, leftOut }: Dropped): IntakeNote | null => {
  const isFault = unopened.length > 0
  const sentences = [
    ...(isFault ? [messages.intake.unopened(unopened, files.length)] : []),
    ...(leftOut > 0 && files.length > 0 ? [messages.intake.leftOut(leftOut)] : []),
  ]
  return sentences.length > 0 ? { text: sentences.join(' '), isFault } : null
}

/** Clipboards name every picture `image.png`. */
export const nameOf = ({ name }: Pick<File, 'name'>, isPasted: boolean): string =>
  (isPasted && name === 'image.png') || name === '' ? messages.intake.pastedName : name

/** Endings and types, since browsers recognise few types. */
const accepted = [
  'image/jpeg,image/png,image/webp,image/*,video/mp4,video/quicktime,video/webm,video/*',
  ...nameEndings({ withRaw: true }).map((ending) => `.${ending}`),
].join()

/** The hidden input behind every "open" button. It accepts any file, so that an unsuitable one gets an explanation. */
export const FilePicker = ({ intake }: { readonly intake: Intake }) => (
  <input
    ref={intake.inputRef}
    type="file"
    multiple
    hidden
    accept={accepted}
    aria-label={messages.intake.input}
    onChange={(event) => {
      intake.addFiles([...(event.currentTarget.files ?? [])])
      // Otherwise picking the same file again would fire no event.
      event.currentTarget.value = ''
    }}
  />
)
