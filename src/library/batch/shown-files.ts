import type { Store } from '#base/store.ts'
import type { BatchFile, BatchState } from './batch.ts'

/** The files of a batch for the page, in the order of the source. */
interface ShownFiles {
  readonly all: () => readonly BatchFile[]
  readonly set: (files: readonly BatchFile[]) => void
  readonly patch: (path: string, change: Partial<BatchFile>) => void
  /** The position of a file among the readable ones, from 1. */
  readonly numberOf: (path: string) => number
  readonly get: (path: string) => BatchFile | undefined
  /** The next waiting file; undefined if there is none. */
  readonly next: (kind: BatchFile['kind']) => string | undefined
}

export const createShownFiles = (store: Store<BatchState>): ShownFiles => {
  const places = new Map<string, number>()
  const all = () => store.get().files
  const placeOf = (path: string) => places.get(path) ?? -1
  return {
    all,
    set: (files) => {
      places.clear()
      for (const [at, { path }] of files.entries()) places.set(path, at)
      store.set((state) => ({ ...state, files }))
    },
    patch: (path, change) => {
      const file = all()[placeOf(path)]
      if (!file) return
      const files = [...all()]
      files[placeOf(path)] = { ...file, ...change }
      store.set((state) => ({ ...state, files }))
    },
    numberOf: (path) =>
      all()
        .slice(0, placeOf(path) + 1)
        .filter(({ state }) => state !== 'unreadable').length,
    get: (path) => all()[placeOf(path)],
    next: (kind) => all().find((file) => file.state === 'waiting' && file.kind === kind)?.path,
  }
}
