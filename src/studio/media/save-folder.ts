import { sleep } from '#base/timers.ts'

/** Where files that belong together go: into a new folder that the person picks, or into a ZIP as a download. */
export type SavePlace = 'folder' | 'zip'

/** A folder that was made where the person said, for files that belong together. */
type NewFolder = {
  readonly name: string
  readonly handle: FileSystemDirectoryHandle
  /** Deletes it with all that is in it. Never rejects. */
  readonly remove: () => Promise<void>
}

type PickerWindow = {
  readonly showDirectoryPicker?: (options: {
    readonly mode: 'readwrite'
  }) => Promise<FileSystemDirectoryHandle>
}

/** Whether this browser lets pages write folders. */
export const canPickFolder = (): boolean => (window as PickerWindow).showDirectoryPicker !== undefined

/**
 * Asks for a place and makes a folder there, under another name where there is one of this name. Needs a click or key press.
 * Null where this page may not ask. Rejects with an `AbortError` if the user cancels.
 */
export async function pickNewFolder(wantedName: string): Promise<NewFolder | null> {
  const ask = (window as PickerWindow).showDirectoryPicker
  if (!ask) return null
  const parent = await ask({ mode: 'readwrite' }).catch((thrown: unknown) => {
    // A page within another one may not ask.
    if (thrown instanceof DOMException && thrown.name === 'SecurityError') return null
    throw thrown
  })
  if (!parent) return null
  let name = wantedName
  for (let turn = 2; await isTaken(parent, name); turn++) name = `${wantedName} (${turn})`
  const handle = await parent.getDirectoryHandle(name, { create: true })
  return { name, handle, remove: () => removeFolder(parent, name) }
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
