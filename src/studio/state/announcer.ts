import { createStore, type Store } from './store.ts'

/** What screen readers announce next. `turn` grows, so that a repeated text is announced again. */
type Announcement = { readonly text: string; readonly turn: number }

export type Announcer = Pick<Store<Announcement>, 'get' | 'subscribe'> & {
  /** Announces a text. What is announced in one task is joined: only the last would be on the page long enough to be read. */
  readonly announce: (text: string) => void
}

export const createAnnouncer = (): Announcer => {
  const { get, set, subscribe } = createStore<Announcement>({ text: '', turn: 0 })
  let isSameTask = false
  const announce = (text: string): void => {
    if (isSameTask) {
      set(({ text: before, turn }) => ({ text: `${before.replace(/([^.!?])$/, '$1.')} ${text}`, turn }))
      return
    }
    isSameTask = true
    setTimeout(() => {
      isSameTask = false
    })
    set(({ turn }) => ({ text, turn: turn + 1 }))
  }
  return { get, subscribe, announce }
}
