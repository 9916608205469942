import { createStore, type Store } from '#base/store.ts'

/** Modes that replace the stage, or change what pointers and keys do there. */
const places = ['batch', 'grid', 'visit', 'beside', 'edit'] as const
/** `visit`: an item opened from the grid, without editing. */
type Place = (typeof places)[number]

/** `held`: an open menu, a name being typed, a line being drawn, or handles being dragged. */
type ModeName = Place | 'account' | 'engine' | 'help' | 'folder' | 'recipes' | 'held'

/** A state of the page that lasts until the user leaves it. */
export type Mode = {
  readonly name: ModeName
  /** The item of the mode: the mode ends when another item is selected. */
  readonly itemId?: string
  /** Called when the mode is left for its parent. */
  readonly onLeave?: () => void
}

type ModesState = {
  /** From the stage, the root, which is not included, to the innermost mode; each is the parent of the next. */
  readonly path: readonly Mode[]
}

/**
 * The current modes, as a path in a tree. Below the stage are the batch, the grid, two results side by side, and the
 * tools. From the grid an item is visited, compared or edited. A dialog and `held` may be anywhere.
 */
export type Modes = Pick<Store<ModesState>, 'get' | 'subscribe'> & {
  /**
   * Enters a mode within the innermost one, or at its earlier place in the path. Returns a function that ends the mode
   * without `onLeave`.
   */
  readonly enter: (mode: Mode) => () => void
  /** Leaves the innermost mode, or the mode with this name and all modes within it. */
  readonly leave: (name?: ModeName) => void
  /** Ends the modes of other items, and the grid from which they were entered. A tool stays chosen. */
  readonly select: (itemId: string | null) => void
}

/** The page starts at the stage. */
export function createModes(): Modes {
  const { get, set, subscribe } = createStore<ModesState>({ path: [] })
  return {
    get,
    subscribe,
    enter: (mode) => {
      const isAgain = ({ name, itemId }: Mode) => name === mode.name && name !== 'held' && !itemId
      set(({ path }) => ({ path: [...before(path, path.findIndex(isAgain)), mode] }))
      return () => set(({ path }) => ({ path: path.filter((each) => each !== mode) }))
    },
    leave: (wanted) => {
      const { path } = get()
      const at = wanted ? path.findLastIndex(({ name }) => name === wanted) : path.length - 1
      if (at < 0) return
      set({ path: path.slice(0, at) })
      for (const { onLeave } of path.slice(at).reverse()) onLeave?.()
    },
    select: (itemId) => {
      const { path } = get()
      const isOver = (mode: Mode | undefined) => mode?.itemId !== undefined && mode.itemId !== itemId
      if (!path.some(isOver)) return
      const kept = path.filter((mode, at) => !isOver(path[at + 1]) && (!isOver(mode) || mode.name === 'edit'))
      set({ path: kept.map((mode) => (isOver(mode) ? { name: mode.name } : mode)) })
    },
  }
}

const before = (path: readonly Mode[], at: number) => (at < 0 ? path : path.slice(0, at))

/** Whether a mode is on the path. */
export const isIn = ({ path }: ModesState, wanted: ModeName): boolean =>
  path.some(({ name }) => name === wanted)

/** Whether Esc cancels a `held` mode. */
export const isHeld = ({ path }: ModesState): boolean => path.at(-1)?.name === 'held'

const isPlace = (name: ModeName): name is Place => places.some((place) => place === name)

/** The innermost place on the path, also under dialogs; null on the stage. */
export const placeOf = ({ path }: ModesState): Place | null =>
  path.map(({ name }) => name).findLast(isPlace) ?? null
