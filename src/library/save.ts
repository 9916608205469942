import { distinctNames } from '#base/file-names.ts'
import type { OnProgress, Progress } from '#contract/progress.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { Sink } from './sink.ts'

/** A result to save. */
export type FileToSave = {
  readonly name: string
  /** Its size if it exists; 0 if it must be made. */
  readonly bytes: number
  /** Makes or fetches it when its turn comes. */
  readonly make: (call: { readonly signal: AbortSignal; readonly onProgress: OnProgress }) => Promise<Blob>
}

/** How many files are saved, how many in total, and the progress of the next one if known. */
export type SaveProgress = { readonly done: number; readonly total: number; readonly next: Progress | null }

/** Progress and abort of saving. */
export type SaveCall = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: SaveProgress) => void
}

/**
 * Makes files one by one and passes them to the sink under distinct names, so that one is in memory at a time. Resolves
 * with the total bytes. Rejects with the first failure, or with `onFailed` skips the file. An `AbortError` always
 * rejects.
 */
export async function saveInto(
  sink: Sink,
  files: readonly FileToSave[],
  { signal, onProgress }: SaveCall,
  onFailed?: (name: string) => void,
): Promise<number> {
  const names = distinctNames(files.map(({ name }) => name))
  const total = files.length
  let bytes = 0
  let fault: { readonly thrown: unknown } | null = null
  const made = async (file: FileToSave, done: number): Promise<Blob | null> => {
    try {
      return await file.make({ signal, onProgress: (next) => onProgress({ done, total, next }) })
    } catch (thrown) {
      if (!onFailed || isAbort(toServiceError(thrown))) {
        fault = { thrown }
        throw thrown
      }
      onFailed(file.name)
      return null
    }
  }
  async function* madeFiles() {
    for (const [done, file] of files.entries()) {
      signal.throwIfAborted()
      onProgress({ done, total, next: null })
      const blob = await made(file, done)
      if (!blob) continue
      bytes += blob.size
      yield new File([blob], names[done] ?? file.name, { type: blob.type })
    }
  }
  try {
    await sink(madeFiles(), signal)
  } catch (thrown) {
    signal.throwIfAborted()
    // Chromium replaces the error of a failed stream by "Failed to fetch".
    throw fault ? (fault as { readonly thrown: unknown }).thrown : thrown
  }
  return bytes
}
