import { createStore, type Store } from '#base/store.ts'

/** What takes the place of the stage, or changes what pointers and keys do there. */
const places = ['batch', 'grid', 'visit', 'beside', 'edit'] as const
/** `visit`: an item that was opened from the grid and cannot be edited. */
type Place = (typeof places)[number]

/** `held`: a menu that is open, a name that is written, a line that is drawn, handles that are dragged. */
type ModeName = Place | 'account' | 'engine' | 'help' | 'folder' | 'recipes' | 'held'

/** Something that the page does until it is left. */
export type Mode = {
  readonly name: ModeName
  /** The item that it was entered for: it ends when another one is selected. */
  readonly itemId?: string
  /** Is called when it is left for its parent. */
  readonly onLeave?: () => void
}

type ModesState = {
  /** From the stage, which is the root and not on it, to the innermost mode; each is the parent of the next one. */
  readonly path: readonly Mode[]
}

/**
 * What the page does now, as a path in the tree of its modes. Below the stage are the batch, the grid, two results side
 * by side, and the tools. From the grid an item is visited, shown beside another result, or mended. A dialog and what
 * is held may be anywhere.
 */
export type Modes = Pick<Store<ModesState>, 'get' | 'subscribe'> & {
  /** Enters a mode within the innermost one, or where it was. Returns what ends it without `onLeave`. */
  readonly enter: (mode: Mode) => () => void
  /** Leaves the innermost mode, or the one with this name and all that is within it. */
  readonly leave: (name?: ModeName) => void
  /** Ends what was entered for another item, and the grid that led there. A tool stays chosen. */
  readonly select: (itemId: string | null) => void
}

/** At first the page shows the stage. */
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

/** Whether Esc belongs to what is held. */
export const isHeld = ({ path }: ModesState): boolean => path.at(-1)?.name === 'held'

const isPlace = (name: ModeName): name is Place => places.some((place) => place === name)

/** Where the page is, whatever lies over it; null on the stage. */
export const placeOf = ({ path }: ModesState): Place | null =>
  path.map(({ name }) => name).findLast(isPlace) ?? null
