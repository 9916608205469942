import { type RefObject, useState } from 'react'
import { type FileKind, nameEndings } from '#contract/file-kinds.ts'
import type { ItemList } from '#library/items/item-list.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { useAnnounce, useService } from '#studio/state/use-studio.ts'
import { type Dropped, droppedFiles } from './dropped-files.ts'
import { createLinkDownloads, type LinkDownloads, linkFrom } from './link-downloads.ts'

/** How files come to the page. */
export type Intake = {
  readonly addFiles: (files: readonly File[]) => void
  readonly addDropped: (transfer: DataTransfer) => void
  readonly links: LinkDownloads
  /** Which files of the last drop are not in the list, and why; null if all are. */
  readonly note: IntakeNote | null
  readonly forgetNote: () => void
  /** Opens the file picker. Needs a click or a key press. */
  readonly pick: () => void
  /** For the hidden file input. */
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** What the first bytes say; what reads them is loaded with the first file. */
const fileKindOf = async (file: Blob): Promise<FileKind> => {
  const { readFileKind } = await import('#contract/sniff.ts')
  return readFileKind(file)
}

type IntakeNote = {
  readonly text: string
  /** Files could not be opened. */
  readonly isFault: boolean
}

/** Where files came from: the link that they were fetched from, or the clipboard. */
type Origin = { readonly url?: string | null; readonly isPasted?: boolean }

/** The name of the file of a recipe, also of one that the browser has numbered. */
const recipeName = /\.clearcut-recipe\b.*\.json$/i

/**
 * Takes files from the picker, drops, folders, the clipboard and links, and opens them in the list. `onFiles` is called
 * before that.
 * `onRecipes` gets those that hold a recipe.
 */
export function useIntake(
  { open }: Pick<ItemList, 'open'>,
  inputRef: Intake['inputRef'],
  onFiles: () => void,
  onRecipes: (files: readonly File[]) => void,
): Intake {
  const announce = useAnnounce()
  const add = async (all: readonly File[], { url = null, isPasted = false }: Origin = {}) => {
    // Why an earlier link failed says nothing of what is here now.
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
 * What to say of files that are not in the list. Where nothing else came, what was left out is told as nothing found.
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

/** Endings beside types, since browsers know few types. */
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
