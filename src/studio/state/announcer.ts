import { createStore, type Store } from './create-store.ts'

/** What a screen reader is told next. `turn` grows, so that the same words are spoken again. */
export type Announcement = { readonly text: string; readonly turn: number }

export type Announcer = Store<Announcement>

export const createAnnouncer = (): Announcer => createStore<Announcement>({ text: '', turn: 0 })

export const announce = (announcer: Announcer, text: string): void =>
  announcer.set(({ turn }) => ({ text, turn: turn + 1 }))
