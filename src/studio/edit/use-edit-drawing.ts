import { type RefObject, useRef } from 'react'
import type { Point } from '#base/geometry.ts'
import type { DrawnEdit } from '#contract/image-edits.ts'
import type { Modes } from '#studio/state/modes.ts'
import { useStore } from '#studio/state/store.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { type Drawing, fromCentre } from '#studio/viewer/use-viewer-gestures.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import { createEditDraft, type EditDraft } from './edit-draft.ts'
import type { EditPreview } from './edit-preview.ts'
import { type EditorStore, type EditTool, isBrush, isClick, resized } from './editor-state.ts'
import { pictureScale, pictureSize, toPicture } from './picture-point.ts'

type DrawingParts = {
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly modes: Modes
  readonly preview: RefObject<EditPreview | null>
  /** The picture, which gets the focus so that it receives the next keys. */
  readonly picture: RefObject<HTMLElement | null>
  readonly onEdit: (edit: DrawnEdit) => void
}

/** Draws one edit at a time, for pointers and keys. */
export type EditPen = {
  readonly begin: (
    tool: EditTool,
    at: Point,
    how: { readonly pressure: number; readonly isSwapped: boolean; readonly lineFrom: Point | null },
  ) => void
  readonly extend: (
    points: readonly { readonly at: Point; readonly pressure: number }[],
    isStraight: boolean,
  ) => void
  readonly finish: () => void
  readonly cancel: () => void
  readonly isDrawing: () => boolean
}

export const createEditPen = (parts: Omit<DrawingParts, 'picture'>): EditPen => {
  const { store, editor, modes, preview, onEdit } = parts
  let draft: EditDraft | null = null
  let letGo = () => {}
  const end = (edit: DrawnEdit | null) => {
    draft = null
    letGo()
    preview.current?.finish(edit)
    if (edit) onEdit(edit)
  }
  return {
    begin: (tool, at, how) => {
      const scale = pictureScale(store.get())
      draft = createEditDraft({ tool, editor: editor.get(), scale, start: at, ...how })
      preview.current?.draw(draft.edit, 0)
      letGo()
      letGo = modes.enter({ name: 'held', onLeave: () => end(null) })
    },
    extend: (points, isStraight) => {
      if (!draft) return
      let first = Number.POSITIVE_INFINITY
      for (const { at, pressure } of points) first = Math.min(first, draft.extend(at, pressure, isStraight))
      // When the end of a straight line moves, pixels that it covered are cleared.
      preview.current?.draw(draft.edit, isStraight ? 0 : first)
    },
    finish: () => {
      const edit = draft?.finish() ?? null
      end(edit && touches(edit, pictureSize(store.get())) ? edit : null)
    },
    cancel: () => end(null),
    isDrawing: () => draft !== null,
  }
}

/** Whether an edit reaches the picture. */
const touches = (edit: DrawnEdit, { width, height }: { readonly width: number; readonly height: number }) => {
  const reach = edit.kind === 'stroke' ? edit.radius : 0
  const points: readonly (readonly [number, number, ...unknown[]])[] =
    edit.kind === 'click' ? [[edit.x, edit.y]] : edit.points
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const isOver = (values: readonly number[], side: number) =>
    values.some((value) => value >= -reach) && values.some((value) => value <= side + reach)
  return isOver(xs, width) && isOver(ys, height)
}

/** Lets pointers draw in the viewer with the chosen tool. */
export function useEditDrawing(
  { store, editor, picture }: Pick<DrawingParts, 'store' | 'editor' | 'picture'>,
  pen: EditPen,
): Drawing {
  const { tool } = useStore(editor)
  const isSpaceHeld = useRef(false)
  /** The end of the last stroke: Shift draws a line from there. */
  const lastEnd = useRef<Point | null>(null)
  useWindowEvent('keydown', ({ key }) => {
    if (key === ' ') isSpaceHeld.current = true
  })
  useWindowEvent('keyup', ({ key }) => {
    if (key === ' ') isSpaceHeld.current = false
  })
  useWindowEvent('blur', () => {
    isSpaceHeld.current = false
  })
  const pointOf = (element: Element, event: { clientX: number; clientY: number }) =>
    toPicture(store.get(), fromCentre(element, event))
  return {
    kind: isClick(tool) ? 'tap' : 'drag',
    isHandHeld: () => isSpaceHeld.current,
    onStart: (event, isSwapped) => {
      const at = pointOf(event.currentTarget, event)
      editor.set((state) => (state.crosshair ? { ...state, crosshair: null } : state))
      picture.current?.focus({ preventScroll: true })
      const lineFrom = event.shiftKey && isBrush(tool) ? lastEnd.current : null
      pen.begin(tool, at, { pressure: pressureOf(event), isSwapped, lineFrom })
      lastEnd.current = at
    },
    onMove: (event) => {
      // The browser sends one event a frame; a fast stroke needs the positions in between.
      const events = event.nativeEvent.getCoalescedEvents()
      const points = (events.length > 0 ? events : [event]).map((each) => ({
        at: pointOf(event.currentTarget, each),
        pressure: pressureOf(each),
      }))
      lastEnd.current = points.at(-1)?.at ?? null
      pen.extend(points, event.shiftKey && isBrush(tool))
    },
    onFinish: pen.finish,
    onCancel: pen.cancel,
    onResize: (factor) => editor.set((state) => resized(state, factor)),
  }
}

/** Only pens report pressure. */
const pressureOf = ({
  pointerType,
  pressure,
}: {
  readonly pointerType: string
  readonly pressure: number
}) => (pointerType === 'pen' && pressure > 0 ? pressure : 1)
