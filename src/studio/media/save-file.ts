/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download reads the address after this turn; a minute is plenty, and it must not live for ever.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

type PickerWindow = {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>
}

/** Whether the browser writes files where people ask it to, without keeping them in memory. */
export const canPickFile = (): boolean => (window as PickerWindow).showSaveFilePicker !== undefined

/** A file of the user's choice. Needs a click. Rejects with an `AbortError` where they thought better of it. */
export async function pickFile(suggestedName: string): Promise<FileSystemFileHandle> {
  const handle = await (window as PickerWindow).showSaveFilePicker?.({ suggestedName })
  if (!handle) throw new DOMException('This browser cannot write files', 'NotSupportedError')
  return handle
}

/** The same, to be written to. */
export const pickWritable = async (suggestedName: string): Promise<WritableStream<Uint8Array>> =>
  (await pickFile(suggestedName)).createWritable() as Promise<WritableStream<Uint8Array>>

/** Known to browsers that have the picker; not to the library of types. */
type RemovableFile = FileSystemFileHandle & { remove?(): Promise<void> }

/** How long a worker that was stopped may keep a file open. In milliseconds. */
const inUseMs = 3000

/** Takes a picked file away again that nothing was written to. */
export function removeIfEmpty(file: RemovableFile): void {
  const remove = async () => {
    if ((await file.getFile()).size === 0) await file.remove?.()
  }
  setTimeout(() => void remove().catch(() => {}), inUseMs)
}

/** The name of a result: the picture's own with the new extension; `-cutout` where that would be the same name. */
export const resultName = (sourceName: string, extension: string): string => {
  const base = baseName(sourceName)
  const name = `${base}.${extension}`
  return name.toLowerCase() === sourceName.toLowerCase() ? `${base}-cutout.${extension}` : name
}

/** The name of a ZIP with the frames of a video. */
export const framesName = (sourceName: string): string => `${baseName(sourceName)}-frames.zip`

/** Numbers names that come more than once, whatever their case: `a.png`, `a (2).png`. */
export const distinctNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    let free = name
    for (let turn = 2; taken.has(free.toLowerCase()); turn += 1)
      free = `${name.slice(0, dot)} (${turn})${name.slice(dot)}`
    taken.add(free.toLowerCase())
    return free
  })
}

const baseName = (name: string): string => {
  const plain = name.replace(/[/\\:*?"<>|]/g, '-').trim()
  const dot = plain.lastIndexOf('.')
  return (dot > 0 ? plain.slice(0, dot) : plain) || 'picture'
}
