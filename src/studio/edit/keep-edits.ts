import { sleep } from '#base/timers.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { OnDevice } from '#service/background-service.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { appendEdits, canUndo, type EditHistory, emptyHistory } from './edit-history.ts'
import { toSavedHistory } from './saved-history.ts'

const texts = messages.image.edit

/** How long a value must stay unchanged before it is written, in milliseconds: a slider sets dozens in a second. */
const settleMs = 400

/** The first and the longest wait before edits that could not be read are read anew, in milliseconds; each is twice the one before. */
const rereadMs = { first: 1000, longest: 32_000 } as const

/** An item whose edits are kept. `file` is null while it is not loaded; edits belong to one file. */
export type SavedItem<E> = {
  readonly id: string
  readonly name: string
  readonly file: Blob | null
  readonly edits: EditHistory<E>
}

/** The items on the page. Must be the same object in each render. */
export type SavedItems<E> = {
  readonly get: () => readonly SavedItem<E>[]
  readonly subscribe: (listener: () => void) => () => void
  /** Replaces the history of an item. */
  readonly restore: (id: string, history: EditHistory<E>) => void
  /** Reads a stored history; throws a `ServiceError` where it cannot be read. */
  readonly parse: (stored: unknown) => EditHistory<E>
}

type Known<E> = {
  readonly file: Blob
  readonly edits: EditHistory<E>
  /** What is stored is being read: nothing is written over it until then. */
  readonly isReading: boolean
}

type EditKeeper = {
  /** Writes at once what waits, since the page is about to go. */
  readonly flush: () => void
  /** Writes what waits, and ends. */
  readonly stop: () => void
}

/**
 * Keeps the edits of every item in this browser, and brings them back when the same file is opened again. Edits that are
 * made before the stored ones are read follow those. A finished stroke or click is written at once, since a page that is
 * left may not finish what it begins then. Storage that the browser refuses loses nothing but that.
 */
export function keepEdits<E>(
  items: SavedItems<E>,
  saved: OnDevice['savedEdits'],
  announce: (text: string) => void,
): EditKeeper {
  let isStopped = false
  /** The history of each item as it is stored, or as it is about to be. */
  const known = new Map<string, Known<E>>()
  const waiting = new Map<
    string,
    { readonly timer: ReturnType<typeof setTimeout>; readonly put: () => void }
  >()

  const parse = (stored: unknown, name: string): EditHistory<E> => {
    try {
      return stored === null ? emptyHistory : items.parse(stored)
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown
      announce(texts.notRestored(name, errorSentence(thrown)))
      return emptyHistory
    }
  }
  /** Whether nobody stopped this, and no other file came meanwhile. */
  const isCurrent = (id: string, file: Blob) => !isStopped && known.get(id)?.file === file
  /** What is stored; null where it could not be read, such as by a worker whose script does not come. */
  const read = async (id: string, file: Blob): Promise<{ readonly stored: unknown } | null> => {
    for (let waitMs: number = rereadMs.first; ; waitMs *= 2) {
      try {
        return { stored: await saved.read(file) }
      } catch {
        if (waitMs > rereadMs.longest) return null
        await sleep(waitMs)
        if (!isCurrent(id, file)) return null
      }
    }
  }
  const restore = async (id: string, file: Blob, name: string) => {
    const found = await read(id, file)
    const now = known.get(id)
    // What cannot be read is not written over either.
    if (!found || !now || !isCurrent(id, file)) return
    const history = parse(found.stored, name)
    const edits = appendEdits(history, now.edits)
    known.set(id, { file, edits, isReading: false })
    if (now.edits !== emptyHistory) write(id, file, edits)
    if (history === emptyHistory) return
    items.restore(id, edits)
    if (canUndo(history)) announce(`${texts.restored(name)} ${texts.restoredHint}`)
  }
  const write = (id: string, file: Blob, edits: EditHistory<E>) => {
    clearTimeout(waiting.get(id)?.timer)
    const put = () => {
      waiting.delete(id)
      saved.write(file, edits.steps.length > 0 ? toSavedHistory(edits) : null).catch(() => {})
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
      const isReading = isNew ? edits === emptyHistory : before.isReading
      known.set(id, { file, edits, isReading })
      if (isNew && isReading) void restore(id, file, name)
      else if (!isReading) write(id, file, edits)
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
