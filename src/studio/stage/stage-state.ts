import { createStore, type Store } from '#studio/state/create-store.ts'
import { type Camera, fitCamera, keepInSight, type Point, panBy, type Size, zoomAt } from './zoom-math.ts'

export const views = ['result', 'wipe', 'original'] as const
export type View = (typeof views)[number]

/** What the result is looked at on; never part of the saved file. */
export const backdrops = ['checker', 'black', 'white', 'magenta'] as const
export type Backdrop = (typeof backdrops)[number]

export type StageState = {
  readonly view: View
  /** The original shows while a key or button is held. */
  readonly peeking: boolean
  /** Where the divider stands: 0 left (all result) to 1 right (all original). */
  readonly wipe: number
  readonly backdrop: Backdrop
  /** Null fits the artboard to the stage, also when either changes. */
  readonly camera: Camera | null
  readonly stage: Size
  readonly art: Size
}

export type StageStore = Store<StageState>

/** A little enlarging cannot be seen. */
const closeUpSlack = 1.3

/** Room around a fitted artboard, in CSS px. */
const marginOf = ({ width }: Size) => (width < 600 ? 16 : 32)

export const createStageStore = (): StageStore =>
  createStore<StageState>({
    view: 'wipe',
    peeking: false,
    wipe: 0.5,
    backdrop: 'checker',
    camera: null,
    stage: { width: 0, height: 0 },
    art: { width: 1, height: 1 },
  })

export const cameraOf = ({ camera, stage, art }: StageState): Camera =>
  camera ?? fitCamera(stage, art, marginOf(stage))

/** Whether the screen shows more pixels of the artboard than a result of `mostPixels` has. */
export const isCloseUp = (state: StageState, mostPixels: number, pixelRatio: number): boolean => {
  const side = cameraOf(state).scale * pixelRatio
  return side * side * state.art.width * state.art.height > mostPixels * closeUpSlack
}

/** Zooms around `at`, from the stage's centre; never smaller than half of what fits. */
export const zoomed = (state: StageState, factor: number, at: Point = { x: 0, y: 0 }): StageState => {
  const smallest = fitCamera(state.stage, state.art, marginOf(state.stage)).scale / 2
  return looked(state, zoomAt(cameraOf(state), at, factor, smallest))
}

/** One picture pixel on one CSS pixel around `at`; back to fit when it is there already. */
export const actualSize = (state: StageState, at: Point): StageState => {
  const { scale } = cameraOf(state)
  return Math.abs(scale - 1) < 0.001 ? fitted(state) : zoomed(state, 1 / scale, at)
}

export const panned = (state: StageState, by: Point): StageState => looked(state, panBy(cameraOf(state), by))

export const fitted = (state: StageState): StageState => ({ ...state, camera: null })

/** Notes the sizes the view depends on. Another artboard is looked at as a whole first. */
export const measured = (
  state: StageState,
  sizes: Partial<Pick<StageState, 'stage' | 'art'>>,
): StageState => {
  const next = { ...state, ...sizes }
  if (same(next.art, state.art) && same(next.stage, state.stage)) return state
  return same(next.art, state.art) ? next : { ...next, camera: null }
}

export const wiped = (state: StageState, wipe: number): StageState => ({
  ...state,
  wipe: Math.min(1, Math.max(0, wipe)),
})

/** One step back; null where there is none. */
export const steppedBack = (state: StageState): StageState | null => {
  if (state.camera) return fitted(state)
  return state.view === 'wipe' ? null : { ...state, view: 'wipe' }
}

const looked = (state: StageState, camera: Camera): StageState => ({
  ...state,
  camera: keepInSight(camera, state.stage, state.art, marginOf(state.stage)),
})

const same = (a: Size, b: Size) => a.width === b.width && a.height === b.height
