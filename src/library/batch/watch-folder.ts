import { sleep } from '#base/timers.ts'

/** How often a folder without change events is listed, and how long a file must stay unchanged; in milliseconds. */
const lookEveryMs = 5000

type Observer = {
  readonly observe: (folder: object, options: object) => Promise<void>
  readonly disconnect: () => void
}
type ObserverScope = { readonly FileSystemObserver?: new (onChange: () => void) => Observer }

/** Waits for changes of a folder. */
interface FolderWatch {
  /**
   * Resolves when the folder may have changed, or after `everyMs` if `isUnrested`. Rejects with the reason of `signal`.
   */
  next(isUnrested: boolean, signal: AbortSignal): Promise<void>
  stop(): void
}

export const watchFolder = async (
  folder: FileSystemDirectoryHandle,
  everyMs = lookEveryMs,
): Promise<FolderWatch> => {
  let isChanged = true
  let wake = () => {}
  const { FileSystemObserver: Made } = globalThis as ObserverScope
  const observer =
    Made &&
    new Made(() => {
      isChanged = true
      wake()
    })
  const isTold = await observer?.observe(folder, { recursive: true }).then(
    () => true,
    () => false,
  )
  return {
    next: async (isUnrested, signal) => {
      if (isUnrested || !isTold) await sleep(everyMs, signal)
      else if (!isChanged)
        await new Promise<void>((resolve, reject) => {
          wake = resolve
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
      isChanged = false
    },
    stop: () => observer?.disconnect(),
  }
}
