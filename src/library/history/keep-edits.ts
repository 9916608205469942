import { sleep } from '#base/timers.ts'
import { isServiceError, type ServiceError, toServiceError } from '#contract/service-error.ts'
import type { OnLibraryEvent } from '#library/items/library-event.ts'
import type { SavedEdits } from '#library/on-device-edits.ts'
import { appendEdits, canUndo, type EditHistory, emptyHistory } from './edit-history.ts'
import { toSavedHistory } from './saved-history.ts'

/** How long a value must be unchanged before it is written, in milliseconds: a slider sets dozens per second. */
const settleMs = 400

/** First and longest delay before a failed read or write is repeated, in milliseconds; each delay doubles the last. */
const againMs = { first: 1000, longest: 32_000 } as const

/** An item whose edits are kept. `file` is null until it is loaded; edits belong to a file. */
export type SavedItem<E> = {
  readonly id: string
  readonly name: string
  readonly file: Blob | null
  readonly edits: EditHistory<E>
}

/** The items of the page. Must be the same object in each render. */
type SavedItems<E> = {
  readonly get: () => readonly SavedItem<E>[]
  readonly subscribe: (listener: () => void) => () => void
  readonly restore: (id: string, history: EditHistory<E>) => void
  /** Parses a stored history; throws a `ServiceError` if it is invalid. */
  readonly parse: (stored: unknown) => EditHistory<E>
}

type Known<E> = {
  readonly file: Blob
  readonly edits: EditHistory<E>
  /**
   * Whether the history may be written: not while the stored one is being read, after a failed read (`unread`: the next
   * edit tries again), or if the stored one is invalid (`unreadable`).
   */
  readonly state: 'reading' | 'unread' | 'unreadable' | 'kept'
  /** Whether edits made before the file was loaded replace the stored ones. */
  readonly isOwn: boolean
}

type EditKeeper = {
  /** Writes pending edits at once, before the page closes. */
  readonly flush: () => void
  /** Writes pending edits, and ends. */
  readonly stop: () => void
}

/**
 * Keeps the edits of every item in this browser, and restores them when the same file is opened again. Edits made
 * before the stored ones are read are appended to them. A finished stroke or click is written at once, since a closing
 * page may not finish writing. Unreadable edits are never overwritten. A fault is reported once; writing is repeated
 * while the item exists.
 */
export function keepEdits<E>(items: SavedItems<E>, saved: SavedEdits, tell: OnLibraryEvent): EditKeeper {
  let isStopped = false
  /** The stored history of each item, or the one about to be stored. */
  const known = new Map<string, Known<E>>()
  const waiting = new Map<
    string,
    { readonly timer: ReturnType<typeof setTimeout>; readonly put: () => void }
  >()

  /** The next retry delay of each item whose edits could not be written. */
  const failing = new Map<string, number>()

  const errorOf = (thrown: unknown): ServiceError | null => {
    const error = toServiceError(thrown)
    return isServiceError(error) ? error : null
  }
  /** Whether keeping continues and the item still has this file. */
  const isCurrent = (id: string, file: Blob) => !isStopped && known.get(id)?.file === file
  /** Reads stored edits with retries. Rejects if reading keeps failing, for example if the worker cannot be loaded. */
  const read = async (id: string, file: Blob): Promise<unknown> => {
    for (let waitMs: number = againMs.first; ; waitMs *= 2) {
      try {
        return await saved.read(file)
      } catch (thrown) {
        if (waitMs > againMs.longest || !isCurrent(id, file)) throw thrown
        await sleep(waitMs)
      }
    }
  }
  const restore = async (id: string, file: Blob, name: string) => {
    let history: EditHistory<E>
    try {
      const stored = await read(id, file)
      history = stored === null ? emptyHistory : items.parse(stored)
    } catch (thrown) {
      const now = known.get(id)
      if (!now || !isCurrent(id, file)) return
      const isUnreadable = isServiceError(thrown) && thrown.code === 'validation_error'
      known.set(id, { ...now, state: isUnreadable ? 'unreadable' : 'unread' })
      if (isUnreadable) tell({ type: 'editsUnreadable', name, error: thrown })
      else if (now.edits !== emptyHistory) tell({ type: 'editsNotKept', error: errorOf(thrown) })
      return
    }
    const now = known.get(id)
    if (!now || !isCurrent(id, file)) return
    const edits = now.isOwn ? now.edits : appendEdits(history, now.edits)
    known.set(id, { ...now, edits, state: 'kept' })
    if (now.edits !== emptyHistory) write(id, file, edits)
    if (now.isOwn || history === emptyHistory) return
    items.restore(id, edits)
    if (canUndo(history)) tell({ type: 'editsRestored', name })
  }
  const write = (id: string, file: Blob, edits: EditHistory<E>) => {
    clearTimeout(waiting.get(id)?.timer)
    const put = () => {
      waiting.delete(id)
      saved.write(file, edits.steps.length > 0 ? toSavedHistory(edits) : null).then(
        () => failing.delete(id),
        (thrown: unknown) => {
          // A later state is written instead.
          if (known.get(id)?.edits !== edits || !isCurrent(id, file) || waiting.has(id)) return
          if (failing.size === 0) tell({ type: 'editsNotKept', error: errorOf(thrown) })
          const waitMs = failing.get(id) ?? againMs.first
          failing.set(id, Math.min(againMs.longest, 2 * waitMs))
          waiting.set(id, { timer: setTimeout(put, waitMs), put })
        },
      )
    }
    if (edits.steps[edits.done - 1]?.type === 'value') {
      waiting.set(id, { timer: setTimeout(put, settleMs), put })
    } else put()
  }
  const look = () => {
    for (const { id, file, name, edits } of items.get()) {
      const before = known.get(id)
      if (!file || (before?.file === file && before.edits === edits)) continue
      const isNew = before?.file !== file
      const isRead = !isNew && before.state !== 'unread'
      const isOwn = isNew ? edits !== emptyHistory : before.isOwn
      const state = isRead ? before.state : 'reading'
      known.set(id, { file, edits, state, isOwn })
      if (!isRead) void restore(id, file, name)
      else if (state === 'kept') write(id, file, edits)
    }
  }
  const flush = () => {
    for (const { timer, put } of [...waiting.values()]) {
      clearTimeout(timer)
      put()
    }
  }
  look()
  const unsubscribe = items.subscribe(look)
  return {
    flush,
    stop: () => {
      isStopped = true
      unsubscribe()
      flush()
    },
  }
}

/** Keeps the edits of `items` while the page is open, as `keepEdits` does; does nothing without `saved`. */
export function keepEditsOfPage<E>(
  items: SavedItems<E>,
  saved: SavedEdits | undefined,
  tell: OnLibraryEvent,
): void {
  if (saved) window.addEventListener('pagehide', keepEdits(items, saved, tell).flush)
}
