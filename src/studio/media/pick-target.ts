type PickerWindow = {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>
}

/** Whether the browser writes files where people ask it to, without keeping them in memory. */
export const canPickTarget = (): boolean => (window as PickerWindow).showSaveFilePicker !== undefined

/** A file of the user's choice. Needs a click. Rejects with an `AbortError` where they thought better of it. */
export async function pickFile(suggestedName: string): Promise<FileSystemFileHandle> {
  const handle = await (window as PickerWindow).showSaveFilePicker?.({ suggestedName })
  if (!handle) throw new DOMException('This browser cannot write files', 'NotSupportedError')
  return handle
}

/** The same, to be written to. */
export const pickTarget = async (suggestedName: string): Promise<WritableStream<Uint8Array>> =>
  (await pickFile(suggestedName)).createWritable() as Promise<WritableStream<Uint8Array>>

/** Known to browsers that have the picker; not to the library of types. */
type RemovableFile = FileSystemFileHandle & { remove?(): Promise<void> }

/** How long a worker that was stopped may keep a file open. In milliseconds. */
const inUseMs = 3000

/** Takes a picked file away again that nothing was written to. */
export function removeEmpty(file: RemovableFile): void {
  const remove = async () => {
    if ((await file.getFile()).size === 0) await file.remove?.()
  }
  setTimeout(() => void remove().catch(() => {}), inUseMs)
}
