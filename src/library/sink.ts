import { downloadZip } from 'client-zip'
import { distinctNames } from '#base/file-names.ts'
import { sleep } from '#base/timers.ts'

/**
 * A destination for files, written one by one as they are made. Resolves when all are written; rejects with an
 * `AbortError` on abort or if the person closes the browser's dialog.
 */
export type Sink = (files: AsyncIterable<File>, signal: AbortSignal) => Promise<void>

/** Larger files are streamed to a picked place instead of copied into the downloads. */
const largeBytes = 200_000_000

/** Downloads each file. */
export const downloads: Sink = async (files) => {
  for await (const file of files) {
    if (file.size > largeBytes && canPickFile()) await saveLargeFile(file, file.name)
    else saveFile(file, file.name)
  }
}

/** Downloads a ZIP of all files, built in memory. */
export const zipDownload =
  (name: string): Sink =>
  async (files) =>
    saveFile(await zipBlob(files), name)

/** A ZIP of all files, in memory. */
export const zipBlob = (files: AsyncIterable<File> | Iterable<File>): Promise<Blob> =>
  downloadZip(files).blob()

/** Streams a ZIP of all files into `to`, which is closed at the end and aborted on failure. */
export const zipInto =
  (to: WritableStream<Uint8Array>): Sink =>
  async (files, signal) =>
    downloadZip(files).body?.pipeTo(to, { signal })

/** Writes into a new folder, deleted on failure. `onRenamed` gets the new name of a refused one. */
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

/** Thrown if the picked place refuses a file. */
export class PlaceRefused extends Error {}

/** Replaces file system faults, whose messages are for programmers, by `PlaceRefused`. */
const refusalOf = (cause: unknown): unknown =>
  cause instanceof DOMException && cause.name !== 'AbortError' ? new PlaceRefused('', { cause }) : cause

/** The name, or a plain one if the system or browser refuses it with a `TypeError`. */
export const acceptedName = async (folder: FileSystemDirectoryHandle, name: string): Promise<string> => {
  try {
    await folder.getFileHandle(name)
  } catch (thrown) {
    if (thrown instanceof TypeError) return `picture-${name.replace(/[^\w.-]+|\.(?!\w+$)/g, '')}`
  }
  return name
}

/** Thrown if the click was too long ago for the browser to open its share sheet. */
export class ShareNeedsClick extends Error {}

/** Passes all files to the share sheet. Rejects with `ShareNeedsClick`. */
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
 * Whether the share sheet takes such a file. Offered on touch devices only, where it saves into the photos, unlike a
 * download.
 */
export const canShareFile = (name: string, type: string): boolean =>
  'canShare' in navigator &&
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare({ files: [new File([new Uint8Array(1)], name, { type })] })

/** Thrown if the browser refuses to write to the clipboard. */
export class CopyRefused extends Error {}

/**
 * Copies one PNG. The clipboard gets a promise at once: it would refuse a file that is ready only after the click.
 * Rejects with `CopyRefused`.
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

/** Downloads a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the URL after this function returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

type PickerWindow = {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>
  readonly showDirectoryPicker?: (options: {
    /** The picker starts at the last folder of this id. */
    readonly id?: string
    readonly mode: 'read' | 'readwrite'
  }) => Promise<FileSystemDirectoryHandle>
}

/** Whether this browser has a save picker, so that files need not be in memory. */
export const canPickFile = (): boolean => (window as PickerWindow).showSaveFilePicker !== undefined

/**
 * Asks for a file and opens it for writing. Needs a click or key press. Rejects with an `AbortError` if the person
 * cancels.
 */
export async function pickWritable(suggestedName: string): Promise<WritableStream<Uint8Array>> {
  const handle = await (window as PickerWindow).showSaveFilePicker?.({ suggestedName })
  if (!handle) throw new DOMException('This browser cannot write files', 'NotSupportedError')
  return handle.createWritable() as Promise<WritableStream<Uint8Array>>
}

/** Null if the browser refuses the picker: the page is in a frame, or the click was too long ago. */
const unlessRefused = (thrown: unknown): null => {
  if (thrown instanceof DOMException && thrown.name === 'SecurityError') return null
  throw thrown
}

/** Streams a file to a picked place; downloads it if the browser refuses the picker. */
async function saveLargeFile(file: Blob, name: string): Promise<void> {
  const picked = await pickWritable(name).catch(unlessRefused)
  if (picked) await file.stream().pipeTo(picked)
  else saveFile(file, name)
}

/** Where a set of files goes: into a new folder, or into a downloaded ZIP. */
export type SavePlace = 'folder' | 'zip'

/** A new folder for a set of files. */
type NewFolder = {
  readonly name: string
  readonly handle: FileSystemDirectoryHandle
  /** Deletes the folder with its content. Never rejects. */
  readonly remove: () => Promise<void>
}

/** Whether pages can write folders in this browser. */
export const canPickFolder = (): boolean => (window as PickerWindow).showDirectoryPicker !== undefined

/**
 * A picked folder to read or write. Needs a click or key press. Null if the person cancels or the browser refuses.
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
 * Makes a folder at a picked place, renamed if the name is taken or refused. Needs a click or key press. Null if this
 * page may not ask. Rejects with an `AbortError` if the person cancels, and with `PlaceRefused` if no folder can be
 * made.
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
    // A file also occupies the name.
    if (!(thrown instanceof DOMException)) throw thrown
    if (thrown.name === 'TypeMismatchError') return true
    if (thrown.name === 'NotFoundError') return false
    throw thrown
  }
}

/** Tries and delay for a folder in which a stopped worker still has a file open. */
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
