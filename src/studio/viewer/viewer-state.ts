import type { Affine } from '#base/affine.ts'
import type { Point, Size } from '#base/geometry.ts'
import { createStore, type Store } from '#base/store.ts'
import { type Camera, fitCamera, keepInSight, panBy, zoomAt } from './zoom-math.ts'

const views = ['result', 'compare', 'original'] as const
/** What the viewer shows of a picture. */
export type View = (typeof views)[number]

/** The backdrops of results; never part of the saved file. */
export const backdrops = ['checker', 'black', 'white', 'magenta'] as const
/** A backdrop with a name. */
export type NamedBackdrop = (typeof backdrops)[number]
/** A named backdrop, or a colour that the user chose. */
export type Backdrop = NamedBackdrop | `#${string}`

/** An edited picture that a composition has placed. */
export type PlacedPicture = {
  readonly size: Size
  /** Maps its pixels to those of the content. */
  readonly onContent: Affine
}

/** The view of the selected item. */
export type ViewerState = {
  readonly view: View
  /** Whether a held key or button shows the original. */
  readonly peeking: boolean
  /** The position of the divider: 0 at the left edge (only the result) to 1 at the right (only the original). */
  readonly divider: number
  readonly backdrop: Backdrop
  /** Whether the outlines of uncertain places are hidden. */
  readonly hidesPlaces: boolean
  /** Null fits the content to the viewport, also after a resize. */
  readonly camera: Camera | null
  readonly viewport: Size
  readonly content: Size
  /** The edited picture if it is not the whole content. */
  readonly placed: PlacedPicture | null
  /** Whether there is no content, now or later, because it cannot be read. */
  readonly isEmpty: boolean
}

/** The state of the viewer, which all items share. */
export type ViewerStore = Store<ViewerState>

/** An enlargement up to this factor of the area is invisible. */
const closeUpSlack = 1.3

/** Space around fitted content, in CSS px. */
const marginOf = ({ width }: Size) => (width < 600 ? 16 : 32)

/** At first the viewer compares before and after. */
export const createViewerStore = (): ViewerStore =>
  createStore<ViewerState>({
    view: 'compare',
    peeking: false,
    divider: 0.5,
    backdrop: 'checker',
    hidesPlaces: false,
    camera: null,
    viewport: { width: 0, height: 0 },
    content: { width: 1, height: 1 },
    placed: null,
    isEmpty: false,
  })

/** The camera that was set, or the one that shows the whole content. */
export const cameraOf = ({ camera, viewport, content }: ViewerState): Camera =>
  camera ?? fitCamera(viewport, content, marginOf(viewport))

/** Whether the content has more pixels on the screen than a result of `maxPixels`. */
export const isCloseUp = (state: ViewerState, maxPixels: number, pixelRatio: number): boolean => {
  const side = cameraOf(state).scale * pixelRatio
  return side * side * state.content.width * state.content.height > maxPixels * closeUpSlack
}

/** Zooms around `at`, in CSS px from the centre of the viewport; at least to half of the fitted size. */
export const zoomed = (state: ViewerState, factor: number, at: Point = { x: 0, y: 0 }): ViewerState => {
  const minScale = fitCamera(state.viewport, state.content, marginOf(state.viewport)).scale / 2
  return withCamera(state, zoomAt(cameraOf(state), at, factor, minScale))
}

/** Shows one picture pixel as one CSS pixel around `at`; if it already does, fits the content. */
export const actualSize = (state: ViewerState, at: Point): ViewerState => {
  const { scale } = cameraOf(state)
  return Math.abs(scale - 1) < 0.001 ? fitToViewport(state) : zoomed(state, 1 / scale, at)
}

/** Moves the content by pixels of the screen. */
export const panned = (state: ViewerState, by: Point): ViewerState =>
  withCamera(state, panBy(cameraOf(state), by))

/** Fits the content again. */
export const fitToViewport = (state: ViewerState): ViewerState => ({ ...state, camera: null })

/** Sets the sizes that the view depends on. Content of a new size is fitted. */
export const withSizes = (
  state: ViewerState,
  sizes: Partial<Pick<ViewerState, 'viewport' | 'content'>>,
): ViewerState => {
  const next = { ...state, ...sizes }
  if (same(next.content, state.content) && same(next.viewport, state.viewport)) return state
  return same(next.content, state.content) ? next : { ...next, camera: null }
}

/** Moves the divider between before and after, from 0 to 1. */
export const withDivider = (state: ViewerState, divider: number): ViewerState => ({
  ...state,
  divider: Math.min(1, Math.max(0, divider)),
})

/** One step back, from zoomed to fitted or from another view to comparing; null at the end. */
export const steppedBack = (state: ViewerState): ViewerState | null => {
  if (state.camera) return fitToViewport(state)
  return state.view === 'compare' ? null : { ...state, view: 'compare' }
}

const withCamera = (state: ViewerState, camera: Camera): ViewerState => ({
  ...state,
  camera: keepInSight(camera, state.viewport, state.content, marginOf(state.viewport)),
})

const same = (a: Size, b: Size) => a.width === b.width && a.height === b.height
