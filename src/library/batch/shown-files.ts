import type { Store } from '#base/store.ts'
import type { BatchFile, BatchState } from './batch.ts'

/** The files of a batch as the page shows them, in the order of the source. */
interface ShownFiles {
  readonly all: () => readonly BatchFile[]
  readonly set: (files: readonly BatchFile[]) => void
  readonly patch: (path: string, change: Partial<BatchFile>) => void
  /** The place of a file among those that can be read, from 1 on. */
  readonly numberOf: (path: string) => number
  readonly get: (path: string) => BatchFile | undefined
  /** The next file that waits; undefined where none does. */
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
