import { downloadZip } from 'client-zip'
import { distinctNames } from '#base/file-names.ts'
import { sleep } from '#base/timers.ts'

/**
 * A place that takes files one after another, each when it is made. Resolves when all are written; rejects with an
 * `AbortError` on abort, or if the person closes a dialog of the browser.
 */
export type Sink = (files: AsyncIterable<File>, signal: AbortSignal) => Promise<void>

/** A file larger than this is streamed to the place that the person picks, not copied into the downloads. */
const largeBytes = 200_000_000

/** Every file as a download of the browser. */
export const downloads: Sink = async (files) => {
  for await (const file of files) {
    if (file.size > largeBytes && canPickFile()) await saveLargeFile(file, file.name)
    else saveFile(file, file.name)
  }
}

/** All files in a ZIP that is made in memory, as a download. */
export const zipDownload =
  (name: string): Sink =>
  async (files) =>
    saveFile(await zipBlob(files), name)

/** All files in a ZIP in memory. */
export const zipBlob = (files: AsyncIterable<File> | Iterable<File>): Promise<Blob> =>
  downloadZip(files).blob()

/** All files in a ZIP that is written while they are made. It is closed at the end, and aborted on failure. */
export const zipInto =
  (to: WritableStream<Uint8Array>): Sink =>
  async (files, signal) =>
    downloadZip(files).body?.pipeTo(to, { signal })

/** Files of a new folder, which is deleted on failure. `onRenamed` gets the new name of a file whose own is refused. */
export const intoFolder =
  ({ handle, remove }: NewFolder, onRenamed?: (name: string) => void): Sink =>
  async (files, signal) => {
    const names: string[] = []
    try {
      for await (const file of files) {
        const accepted = await acceptedName(handle, file.name)
        const name = distinctNames([...names, accepted]).at(-1) ?? accepted
        names.push(name)
        if (name !== file.name) onRenamed?.(name)
        const to = await handle.getFileHandle(name, { create: true })
        await file.stream().pipeTo(await to.createWritable(), { signal })
      }
    } catch (thrown) {
      await remove()
      throw refusalOf(thrown)
    }
  }

/** The place that the person picked takes no files, or no more of them. */
export class PlaceRefused extends Error {}

/** What is thrown in place of a fault of the file system, whose own texts are for programmers. */
const refusalOf = (cause: unknown): unknown =>
  cause instanceof DOMException && cause.name !== 'AbortError' ? new PlaceRefused('', { cause }) : cause

/** The name, or a plain one in its place where this system or browser refuses it, which is told by a `TypeError`. */
export const acceptedName = async (folder: FileSystemDirectoryHandle, name: string): Promise<string> => {
  try {
    await folder.getFileHandle(name)
  } catch (thrown) {
    if (thrown instanceof TypeError) return `picture-${name.replace(/[^\w.-]+|\.(?!\w+$)/g, '')}`
  }
  return name
}

/** The browser opens its sheet only soon after a click, and the files were made later. */
export class ShareNeedsClick extends Error {}

/** The sheet of the device for sharing, with all files. Rejects with `ShareNeedsClick`. */
export const shareSheet: Sink = async (files) => {
  const shared: File[] = []
  for await (const file of files) shared.push(file)
  try {
    await navigator.share({ files: shared })
  } catch (thrown) {
    const isRefused = thrown instanceof DOMException && thrown.name === 'NotAllowedError'
    throw isRefused ? new ShareNeedsClick('', { cause: thrown }) : thrown
  }
}

/**
 * Whether the sheet for sharing takes a file of this name and type. Where fingers are used it is how files get into the
 * photos of a device, to which downloads do not go; elsewhere it is left out.
 */
export const canShareFile = (name: string, type: string): boolean =>
  'canShare' in navigator &&
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare({ files: [new File([new Uint8Array(1)], name, { type })] })

/** The browser does not let pages write to the clipboard. */
export class CopyRefused extends Error {}

/**
 * The clipboard, for one PNG. It is given a promise at once, and would refuse a file that is ready only after the click
 * was handled. Rejects with `CopyRefused`.
 */
export const clipboard: Sink = async (files) => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': firstOf(files) })])
  } catch (cause) {
    throw new CopyRefused('', { cause })
  }
}

const firstOf = async (files: AsyncIterable<File>): Promise<Blob> => {
  for await (const file of files) return file
  throw new RangeError('No file to copy')
}

/** Saves a file as a download of the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL after this function has returned; it must not stay valid for ever.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

type PickerWindow = {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>
  readonly showDirectoryPicker?: (options: {
    /** The browser begins where the last folder of this id was. */
    readonly id?: string
    readonly mode: 'read' | 'readwrite'
  }) => Promise<FileSystemDirectoryHandle>
}

/** Whether this browser has a picker for saving, so that a file need not be held in memory. */
export const canPickFile = (): boolean => (window as PickerWindow).showSaveFilePicker !== undefined

/**
 * Asks for a file to save to, and opens it for writing. Needs a click or key press. Rejects with an `AbortError` if the
 * user cancels.
 */
export async function pickWritable(suggestedName: string): Promise<WritableStream<Uint8Array>> {
  const handle = await (window as PickerWindow).showSaveFilePicker?.({ suggestedName })
  if (!handle) throw new DOMException('This browser cannot write files', 'NotSupportedError')
  return handle.createWritable() as Promise<WritableStream<Uint8Array>>
}

/** Null where the page may not ask: it is within another one, or the click is too long ago. */
const unlessRefused = (thrown: unknown): null => {
  if (thrown instanceof DOMException && thrown.name === 'SecurityError') return null
  throw thrown
}

/** Streams a file to a place that the user picks; a download where the page may not ask. */
async function saveLargeFile(file: Blob, name: string): Promise<void> {
  const picked = await pickWritable(name).catch(unlessRefused)
  if (picked) await file.stream().pipeTo(picked)
  else saveFile(file, name)
}

/** Where files that belong together go: into a new folder that the person picks, or into a ZIP as a download. */
export type SavePlace = 'folder' | 'zip'

/** A new folder in a place that the person chose, for files that belong together. */
type NewFolder = {
  readonly name: string
  readonly handle: FileSystemDirectoryHandle
  /** Deletes it with all that is in it. Never rejects. */
  readonly remove: () => Promise<void>
}

/** Whether this browser lets pages write folders. */
export const canPickFolder = (): boolean => (window as PickerWindow).showDirectoryPicker !== undefined

/**
 * A folder to read, or to write into. Needs a click or key press. Null where the person cancels, or this page may not
 * ask.
 */
export const pickFolder = async (use: 'in' | 'out'): Promise<FileSystemDirectoryHandle | null> => {
  const mode = use === 'in' ? 'read' : 'readwrite'
  const picked = (window as PickerWindow).showDirectoryPicker?.({ id: use, mode }).catch(unlessRefused)
  return (await picked?.catch(nullIfCancelled)) ?? null
}

const nullIfCancelled = (thrown: unknown): null => {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
  throw thrown
}

/**
 * Lets the person choose a place, and makes a folder there, with another name where the name is taken or refused. Needs
 * a click or key press. Null where this page may not ask. Rejects with an `AbortError` if the person cancels, with
 * `PlaceRefused` where no folder can be made.
 */
export async function pickNewFolder(wantedName: string): Promise<NewFolder | null> {
  const parent = await (window as PickerWindow)
    .showDirectoryPicker?.({ mode: 'readwrite' })
    .catch(unlessRefused)
  if (!parent) return null
  try {
    const accepted = await acceptedName(parent, wantedName)
    let name = accepted
    for (let turn = 2; await isTaken(parent, name); turn++) name = `${accepted} (${turn})`
    const handle = await parent.getDirectoryHandle(name, { create: true })
    return { name, handle, remove: () => removeFolder(parent, name) }
  } catch (thrown) {
    throw refusalOf(thrown)
  }
}

const isTaken = async (parent: FileSystemDirectoryHandle, name: string): Promise<boolean> => {
  try {
    await parent.getDirectoryHandle(name)
    return true
  } catch (thrown) {
    // A file of that name is no folder, and takes the name as well.
    if (!(thrown instanceof DOMException)) throw thrown
    if (thrown.name === 'TypeMismatchError') return true
    if (thrown.name === 'NotFoundError') return false
    throw thrown
  }
}

/** How often, and how soon again, a folder is tried in which a stopped worker still has a file open. */
const maxTries = 20
const inUseMs = 500

const removeFolder = async (parent: FileSystemDirectoryHandle, name: string): Promise<void> => {
  for (let tries = 0; tries < maxTries; tries++) {
    try {
      await parent.removeEntry(name, { recursive: true })
      return
    } catch {
      await sleep(inUseMs)
    }
  }
}
