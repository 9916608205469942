import { type KeyboardEvent, useRef } from 'react'
import type { Point } from '#base/geometry.ts'
import { messages } from '#studio/messages/messages.ts'
import { useAnnounce } from '#studio/state/use-studio.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import { type EditorStore, type EditTool, isBrush } from './editor-state.ts'
import { movedOnPicture, panTo, visibleCentre } from './picture-point.ts'
import type { EditPen } from './use-edit-drawing.ts'

type Parts = { readonly store: ViewerStore; readonly editor: EditorStore; readonly pen: EditPen }

/** How far an arrow moves the crosshair, in CSS px, so that steps are finer in an enlarged picture. */
const stepPx = 4
const largeStep = 10
/** The crosshair's least distance from the border of the viewer, in CSS px. */
const marginPx = 40

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * Edits the focused picture by keyboard: arrows move a crosshair, Enter clicks, dabs or sets a corner of the lasso, and
 * Space paints while it is held.
 */
export function useEditKeys({ store, editor, pen }: Parts) {
  const announce = useAnnounce()
  const lasso = useRef<{ readonly at: Point; readonly corners: number } | null>(null)
  /** The last corner of the lasso being drawn, and the number of its corners. */
  const drawnLasso = () => (pen.isDrawing() ? lasso.current : null)

  const crosshair = (): Point => editor.get().crosshair ?? visibleCentre(store.get())
  const show = (at: Point) => {
    editor.set((state) => ({ ...state, crosshair: at }))
    store.set((state) => panTo(state, at, marginPx))
  }
  const begin = (tool: EditTool, at: Point) => {
    lasso.current = null
    pen.begin(tool, at, { pressure: 1, isSwapped: false, lineFrom: null })
  }

  const setCorner = (at: Point) => {
    const current = drawnLasso()
    if (current) {
      if (current.at.x === at.x && current.at.y === at.y) {
        pen.finish()
        return
      }
      pen.extend([{ at, pressure: 1 }], false)
    } else begin('lasso', at)
    const corners = (current?.corners ?? 0) + 1
    lasso.current = { at, corners }
    announce(messages.image.edit.lassoCorner(corners))
  }

  const press = (tool: EditTool) => {
    const at = crosshair()
    show(at)
    if (tool === 'lasso') return setCorner(at)
    begin(tool, at)
    pen.finish()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { tool } = editor.get()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const direction = directions[event.key]
    if (direction) {
      const distance = stepPx * (event.shiftKey ? largeStep : 1)
      const at = movedOnPicture(store.get(), crosshair(), {
        x: direction.x * distance,
        y: direction.y * distance,
      })
      show(at)
      if (pen.isDrawing() && !drawnLasso()) pen.extend([{ at, pressure: 1 }], false)
    } else if (event.key === 'Enter') {
      if (!event.repeat && (!pen.isDrawing() || drawnLasso())) press(tool)
    } else if (event.key === ' ' && editor.get().crosshair) {
      // Without a crosshair the mouse is used, and Space pans.
      if (!pen.isDrawing()) begin(paintTool(tool, editor.get().mode), crosshair())
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && pen.isDrawing() && !drawnLasso() && editor.get().crosshair) pen.finish()
  }
  return { onKeyDown, onKeyUp }
}

/** The tool of Space: the chosen brush, or the brush with the effect of the tool. */
const paintTool = (tool: EditTool, mode: 'keep' | 'remove'): EditTool => {
  if (isBrush(tool)) return tool
  return mode === 'keep' ? 'brushKeep' : 'brushRemove'
}
