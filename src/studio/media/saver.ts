import { createContext, use } from 'react'
import { createStore, type Store } from '#base/store.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { SaveCall, SaveProgress } from '#library/save.ts'
import type { Announcer } from '#studio/state/announcer.ts'

/** The item or job being saved, and the action. */
type Subject = { readonly id: string; readonly action: string }

/** The current save, and the outcome of the last one. */
export type SaverState = {
  readonly running: (Subject & { readonly progress: SaveProgress }) | null
  /** Null before the first save, and after a cancelled one. */
  readonly message: {
    /** The id of the saved item or job. */
    readonly id: string
    readonly text: string
    /** What was left out, and why. */
    readonly note: string | null
    readonly isError: boolean
    /** Distinguishes messages with the same text. */
    readonly turn: number
  } | null
}

/** Saves, copies and shares, one at a time. */
export type Saver = Pick<Store<SaverState>, 'get' | 'subscribe'> & {
  /**
   * Starts unless a save is running. `work` resolves with the message; `failureText` returns the error message, or null
   * for none.
   */
  readonly start: (
    subject: Subject,
    work: (call: SaveCall) => Promise<string | SavedText>,
    failureText: FailureText,
  ) => void
  readonly cancel: () => void
  /** Clears the last message. */
  readonly forget: () => void
}

type FailureText = (thrown: unknown, signal: AbortSignal) => string | null | Promise<string | null>

type SavedText = { readonly text: string; readonly note: string | null }

/** Opens a saver until the page is closed. It also announces its messages. */
export function createSaver(announcer: Pick<Announcer, 'announce'>): Saver {
  const store = createStore<SaverState>({ running: null, message: null })
  let abort: AbortController | null = null
  let turn = 0
  const start = async (...[subject, work, failureText]: Parameters<Saver['start']>) => {
    if (store.get().running) return
    abort = new AbortController()
    turn += 1
    const { signal } = abort
    store.set({ running: { ...subject, progress: { done: 0, total: 1, next: null } }, message: null })
    const onProgress = (progress: SaveProgress) =>
      store.set((state) => ({ ...state, running: state.running && { ...state.running, progress } }))
    const { text, note, isError } = await work({ signal, onProgress }).then(
      (saved) => ({ note: null, ...(typeof saved === 'string' ? { text: saved } : saved), isError: false }),
      async (thrown: unknown) => ({
        text: await failureText(thrown, signal),
        note: null,
        isError: !signal.aborted,
      }),
    )
    store.set({ running: null, message: text ? { id: subject.id, text, note, isError, turn } : null })
    for (const each of [text, note]) if (each) announcer.announce(each)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (...args) => void start(...args),
    cancel: () => abort?.abort(),
    forget: () => store.set((state) => ({ ...state, message: null })),
  }
}

/** Saves all results in one ZIP. It is not a component, so that it works even after the whole page has failed. */
export type SaveAll = Omit<Saver, 'start'> & {
  /** The number of files to save. */
  readonly count: () => number
  /** Saves the results of these items, or of all if `ids` is empty; with each of `recipes` if there are any. */
  readonly start: (ids?: readonly string[], recipes?: readonly SavedRecipe[]) => void
}

export const SaveAllContext = createContext<SaveAll | null>(null)

export function useSaveAll(): SaveAll {
  const saveAll = use(SaveAllContext)
  if (!saveAll) throw new Error('useSaveAll outside of the App')
  return saveAll
}
