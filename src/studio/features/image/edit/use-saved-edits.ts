import { useEffect } from 'react'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { canUndo, type EditHistory, emptyHistory } from '#studio/edit/edit-history.ts'
import { parseSavedHistory, toSavedHistory } from '#studio/edit/saved-history.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = messages.image.edit

/** How long the edits of a picture must stay unchanged before they are written, in milliseconds. */
const settleMs = 400

/**
 * Keeps the edits of every picture in this browser, and brings them back when the same file is opened again. Storage
 * that the browser refuses loses nothing but that.
 */
export function useSavedEdits(
  queue: ImageQueue,
  { onDevice }: BackgroundService,
  announce: (text: string) => void,
): void {
  useEffect(() => {
    const saved = onDevice?.savedEdits
    if (!saved) return
    /** The history of each picture as it is stored, or as it is about to be. */
    const known = new Map<string, EditHistory>()
    const waiting = new Map<string, { readonly timer: number; readonly put: () => void }>()

    const restore = async ({ id, file, name }: QueueItem) => {
      const stored = await saved.read(file).catch(() => null)
      if (stored === null) return
      try {
        const history = parseSavedHistory(stored)
        known.set(id, history)
        queue.restoreEdits(id, history)
        if (canUndo(history)) announce(`${texts.restored(name)} ${texts.restoredHint}`)
      } catch (thrown) {
        if (!(thrown instanceof ServiceError)) throw thrown
        announce(texts.notRestored(name, errorSentence(thrown)))
      }
    }
    const write = ({ id, file, edits }: QueueItem) => {
      clearTimeout(waiting.get(id)?.timer)
      const put = () => {
        waiting.delete(id)
        saved.write(file, edits.steps.length > 0 ? toSavedHistory(edits) : null).catch(() => {})
      }
      waiting.set(id, { timer: window.setTimeout(put, settleMs), put })
    }
    const look = () => {
      for (const item of queue.get().items) {
        const before = known.get(item.id)
        if (before === item.edits) continue
        known.set(item.id, item.edits)
        if (before === undefined && item.edits === emptyHistory) void restore(item)
        else write(item)
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
    const unsubscribe = queue.subscribe(look)
    window.addEventListener('pagehide', flush)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [queue, onDevice, announce])
}
