type PickerWindow = {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string
  }) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>
}

/** Whether the browser writes files where people ask it to, without keeping them in memory. */
export const canPickTarget = (): boolean => (window as PickerWindow).showSaveFilePicker !== undefined

/** A file of the user's choice, to be written to. Needs a click. Rejects with an `AbortError` where they thought better of it. */
export async function pickTarget(suggestedName: string): Promise<WritableStream<Uint8Array>> {
  const handle = await (window as PickerWindow).showSaveFilePicker?.({ suggestedName })
  if (!handle) throw new DOMException('This browser cannot write files', 'NotSupportedError')
  return handle.createWritable()
}
