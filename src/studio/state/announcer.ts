import { createStore, type Store } from '#base/store.ts'

/** A text for screen readers; its id distinguishes it from the same text at another time. */
type Announcement = { readonly id: number; readonly text: string }

/** The texts that screen readers may not have read yet, oldest first. */
export type Announcer = Pick<Store<readonly Announcement[]>, 'get' | 'subscribe'> & {
  readonly announce: (text: string) => void
  /** Announces a completed action, and shows its text for some seconds. */
  readonly note: (text: string) => void
  /** The text that `note` shows; null if none. */
  readonly noted: Pick<Store<{ readonly text: string | null }>, 'get' | 'subscribe'>
  /** Announces an error outside the work on an item, and shows it until it is dismissed; each text once. */
  readonly warn: (text: string) => void
  readonly warnings: Store<readonly string[]>
}

/**
 * How long a text stays on the page. A screen reader finishes its current text before it reads a new one, so a text
 * that was replaced sooner would be skipped.
 */
const keptForMs = 5_000

export const createAnnouncer = (): Announcer => {
  const { get, set, subscribe } = createStore<readonly Announcement[]>([])
  const warnings = createStore<readonly string[]>([])
  let count = 0
  const announce = (text: string): void => {
    count += 1
    const announcement = { id: count, text }
    set((before) => [...before, announcement])
    setTimeout(() => set((before) => before.filter((each) => each !== announcement)), keptForMs)
  }
  const warn = (text: string): void => {
    if (warnings.get().includes(text)) return
    warnings.set((before) => [...before, text])
    announce(text)
  }
  const noted = createStore<{ readonly text: string | null }>({ text: null })
  const note = (text: string): void => {
    announce(text)
    const shown = { text }
    noted.set(shown)
    setTimeout(() => noted.set((now) => (now === shown ? { text: null } : now)), keptForMs)
  }
  return { get, subscribe, announce, note, noted, warn, warnings }
}
