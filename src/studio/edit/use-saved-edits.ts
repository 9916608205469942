import { useEffect } from 'react'
import { ServiceError } from '#contract/service-error.ts'
import type { OnDevice } from '#service/background-service.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { canUndo, type EditHistory, emptyHistory } from './edit-history.ts'
import { toSavedHistory } from './saved-history.ts'

const texts = messages.image.edit

/** How long a value must stay unchanged before it is written, in milliseconds: a slider sets dozens in a second. */
const settleMs = 400

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
  readonly restore: (id: string, history: EditHistory<E>) => void
  /** Reads a stored history; throws a `ServiceError` where it cannot be read. */
  readonly parse: (stored: unknown) => EditHistory<E>
}

/**
 * Keeps the edits of every item in this browser, and brings them back when the same file is opened again. A finished
 * stroke or click is written at once, since a page that is left may not finish what it begins then.
 * Storage that the browser refuses loses nothing but that.
 */
export function useSavedEdits<E>(
  items: SavedItems<E>,
  saved: OnDevice['savedEdits'] | undefined,
  announce: (text: string) => void,
): void {
  useEffect(() => {
    if (!saved) return
    /** The history of each picture as it is stored, or as it is about to be. */
    const known = new Map<string, { readonly file: Blob; readonly edits: EditHistory<E> }>()
    const waiting = new Map<string, { readonly timer: number; readonly put: () => void }>()

    const restore = async ({ id, file, name }: SavedItem<E> & { readonly file: Blob }) => {
      const stored = await saved.read(file).catch(() => null)
      if (stored === null) return
      try {
        const history = items.parse(stored)
        // Edits that were made meanwhile, or another file, come first.
        if (known.get(id)?.file !== file || known.get(id)?.edits !== emptyHistory) return
        known.set(id, { file, edits: history })
        items.restore(id, history)
        if (canUndo(history)) announce(`${texts.restored(name)} ${texts.restoredHint}`)
      } catch (thrown) {
        if (!(thrown instanceof ServiceError)) throw thrown
        announce(texts.notRestored(name, errorSentence(thrown)))
      }
    }
    const write = ({ id, file, edits }: SavedItem<E> & { readonly file: Blob }) => {
      clearTimeout(waiting.get(id)?.timer)
      const put = () => {
        waiting.delete(id)
        saved.write(file, edits.steps.length > 0 ? toSavedHistory(edits) : null).catch(() => {})
      }
      if (edits.steps[edits.done - 1]?.type === 'value') {
        waiting.set(id, { timer: window.setTimeout(put, settleMs), put })
      } else put()
    }
    const look = () => {
      for (const item of items.get()) {
        const { id, file, edits } = item
        const before = known.get(id)
        if (!file || (before?.file === file && before.edits === edits)) continue
        known.set(id, { file, edits })
        if (before?.file !== file && edits === emptyHistory) void restore({ ...item, file })
        else write({ ...item, file })
      }
    }
    /** The page is about to go: what waits is written now. */
    const flush = () => {
      for (const { timer, put } of [...waiting.values()]) {
        clearTimeout(timer)
        put()
      }
    }
    look()
    const unsubscribe = items.subscribe(look)
    window.addEventListener('pagehide', flush)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [items, saved, announce])
}
