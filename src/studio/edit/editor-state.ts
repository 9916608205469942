import type { Point } from '#base/geometry.ts'
import { createStore, type Store } from '#base/store.ts'

/** The tools in the order of the toolbar. */
export const editTools = [
  'clickKeep',
  'clickRemove',
  'brushKeep',
  'brushRemove',
  'refineHair',
  'lasso',
] as const
/** A tool that mends a result. */
export type EditTool = (typeof editTools)[number]

/** How the picture is shown while it is edited. */
export const editViews = ['result', 'overlay', 'matte', 'edges'] as const
/** How the picture is shown. */
export type EditView = (typeof editViews)[number]

/** Whether a tool adds to the subject or takes away from it. */
export type KeepOrRemove = 'keep' | 'remove'

/** The tools as they are set for all pictures; what was drawn with them belongs to the pictures. */
export type EditorState = {
  /** The tool that is chosen while something is edited, and the last one else. */
  readonly tool: EditTool
  /** What the lasso does: the same as the last tool that keeps or removes. */
  readonly mode: KeepOrRemove
  /** The diameter of the brush in CSS px, which stays the same when the picture is zoomed. */
  readonly sizePx: number
  /** The share of the brush that has full effect, 0 to 1. */
  readonly hardness: number
  /** Whether the brush ends at the edges of the picture. */
  readonly isSnapping: boolean
  readonly view: EditView
  /** Where the keyboard works, in pixels of the picture; null while the pointer is used. */
  readonly crosshair: Point | null
}

/** The tools of the page. */
export type EditorStore = Store<EditorState>

/** The least and the greatest diameter of a brush in pixels, and the factor of one step. */
export const brushSizes = { min: 2, max: 300, factor: 1.2 } as const

/** The tools as they are at first. */
export const createEditorStore = (): EditorStore =>
  createStore<EditorState>({
    tool: 'brushKeep',
    mode: 'keep',
    sizePx: 40,
    hardness: 0.8,
    isSnapping: true,
    view: 'result',
    crosshair: null,
  })

/** Whether a tool draws strokes. */
export const isBrush = (tool: EditTool): boolean =>
  tool === 'brushKeep' || tool === 'brushRemove' || tool === 'refineHair'

/** Whether a tool takes clicks. */
export const isClick = (tool: EditTool): boolean => tool === 'clickKeep' || tool === 'clickRemove'

export const withTool = (state: EditorState, tool: EditTool): EditorState => ({
  ...state,
  tool,
  mode: toolModes[tool] ?? state.mode,
})

const toolModes: Readonly<Partial<Record<EditTool, KeepOrRemove>>> = {
  clickKeep: 'keep',
  brushKeep: 'keep',
  clickRemove: 'remove',
  brushRemove: 'remove',
}

const opposites: Readonly<Partial<Record<EditTool, EditTool>>> = {
  clickKeep: 'clickRemove',
  clickRemove: 'clickKeep',
  brushKeep: 'brushRemove',
  brushRemove: 'brushKeep',
}

/** Keeping for removing, and the other way round. */
export const oppositeMode = (mode: KeepOrRemove): KeepOrRemove => (mode === 'keep' ? 'remove' : 'keep')

/** Exchanges keeping and removing; the brush that refines hair has no opposite. */
export const swapped = (state: EditorState): EditorState => {
  const { tool, mode } = state
  if (tool === 'refineHair') return state
  if (tool === 'lasso') return { ...state, mode: oppositeMode(mode) }
  return withTool(state, opposites[tool] ?? tool)
}

/** The brush enlarged by `factor`, by a whole pixel at least. */
export const resized = (state: EditorState, factor: number): EditorState => {
  const { min, max } = brushSizes
  const scaled = Math.round(state.sizePx * factor)
  const next = scaled === state.sizePx ? scaled + Math.sign(factor - 1) : scaled
  return { ...state, sizePx: Math.min(max, Math.max(min, next)) }
}
