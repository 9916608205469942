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
/** An editing tool. */
export type EditTool = (typeof editTools)[number]

/** The views of an edited picture. */
export const editViews = ['result', 'overlay', 'matte', 'edges'] as const
/** A view of an edited picture. */
export type EditView = (typeof editViews)[number]

/** Whether a tool adds to the subject or takes away from it. */
export type KeepOrRemove = 'keep' | 'remove'

/** The settings of the tools for all pictures; the edits themselves belong to the pictures. */
export type EditorState = {
  /** The chosen tool, or the last one while nothing is edited. */
  readonly tool: EditTool
  /** The mode of the lasso: that of the last tool that keeps or removes. */
  readonly mode: KeepOrRemove
  /** The diameter of the brush in CSS px, independent of the zoom. */
  readonly sizePx: number
  /** The share of the brush with full effect, 0 to 1. */
  readonly hardness: number
  /** Whether the brush ends at the edges of the picture. */
  readonly isSnapping: boolean
  readonly view: EditView
  /** The position of the keyboard in pixels of the picture; null while the pointer is used. */
  readonly crosshair: Point | null
}

/** The tools of the page. */
export type EditorStore = Store<EditorState>

/** The least and greatest diameter of a brush in pixels, and the factor of a step. */
export const brushSizes = { min: 2, max: 300, factor: 1.2 } as const

/** The initial settings of the tools. */
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

export const oppositeMode = (mode: KeepOrRemove): KeepOrRemove => (mode === 'keep' ? 'remove' : 'keep')

/** Swaps keeping and removing; the brush that refines hair has no opposite. */
export const swapped = (state: EditorState): EditorState => {
  const { tool, mode } = state
  if (tool === 'refineHair') return state
  if (tool === 'lasso') return { ...state, mode: oppositeMode(mode) }
  return withTool(state, opposites[tool] ?? tool)
}

/** The brush enlarged by `factor`, by at least a pixel. */
export const resized = (state: EditorState, factor: number): EditorState => {
  const { min, max } = brushSizes
  const scaled = Math.round(state.sizePx * factor)
  const next = scaled === state.sizePx ? scaled + Math.sign(factor - 1) : scaled
  return { ...state, sizePx: Math.min(max, Math.max(min, next)) }
}
