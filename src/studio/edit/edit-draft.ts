import type { Point } from '#base/geometry.ts'
import {
  clampCoordinate,
  type DrawnEdit,
  editLimits,
  type LassoPoint,
  type StrokePoint,
} from '#contract/image-edits.ts'
import { type EditorState, type EditTool, oppositeMode } from './editor-state.ts'

/** An edit being drawn. */
export type EditDraft = {
  /** The edit so far. A stroke grows in place, so that pointer moves do not copy it. */
  readonly edit: DrawnEdit
  /**
   * Adds a point in pixels of the picture; `pressure` is 0 to 1. `isStraight`: the point replaces those since the last
   * point without it. Returns the index of the first new point.
   */
  readonly extend: (point: Point, pressure: number, isStraight?: boolean) => number
  /** The complete edit; null if too little was drawn. */
  readonly finish: () => DrawnEdit | null
}

type DraftParts = {
  readonly tool: EditTool
  readonly editor: EditorState
  /** CSS px per pixel of the picture. */
  readonly scale: number
  /** Whether to draw with the opposite of the tool. */
  readonly isSwapped: boolean
  readonly start: Point
  readonly pressure: number
  /** The point from which a straight line leads to the start; null for none. */
  readonly lineFrom: Point | null
}

/** A tenth of a pixel is finer than any matte. */
const rounded = (value: number) => Math.round(value * 10) / 10

const placed = (value: number) => clampCoordinate(rounded(value))

export function createEditDraft(parts: DraftParts): EditDraft {
  const { tool, editor, scale, isSwapped, start, pressure, lineFrom } = parts
  const mode = isSwapped ? oppositeMode(editor.mode) : editor.mode
  if (tool === 'clickKeep' || tool === 'clickRemove') {
    const edit: DrawnEdit = { kind: 'click', mode, x: placed(start.x), y: placed(start.y) }
    return { edit, extend: () => 0, finish: () => edit }
  }
  /** Closer points, half a CSS px apart, would be the same on the screen. */
  const minDistance = 0.5 / scale
  if (tool === 'lasso') {
    const points: LassoPoint[] = [[placed(start.x), placed(start.y)]]
    const edit: DrawnEdit = { kind: 'lasso', mode, points }
    return {
      edit,
      extend: createExtend(points, ({ x, y }) => [placed(x), placed(y)], minDistance),
      finish: () => (points.length < 3 ? null : { ...edit, points: [...points] }),
    }
  }
  const { min, max } = editLimits.radius
  const points: StrokePoint[] = [
    ...(lineFrom ? [[placed(lineFrom.x), placed(lineFrom.y), pressure] as const] : []),
    [placed(start.x), placed(start.y), pressure],
  ]
  const edit: DrawnEdit = {
    kind: 'stroke',
    mode: tool === 'refineHair' ? 'refine' : mode,
    radius: Math.min(max, Math.max(min, rounded(editor.sizePx / 2 / scale))),
    hardness: editor.hardness,
    snap: editor.isSnapping,
    points,
  }
  return {
    edit,
    extend: createExtend(points, ({ x, y }, force) => [placed(x), placed(y), force], minDistance),
    finish: () => ({ ...edit, points: [...points] }),
  }
}

/** Extends `points` like `EditDraft.extend`. */
const createExtend = <P extends LassoPoint | StrokePoint>(
  points: P[],
  toPoint: (point: Point, pressure: number) => P,
  minDistance: number,
): EditDraft['extend'] => {
  /** The number of points that stay when the end of a straight line moves. */
  let fixed = points.length
  return (point, pressure, isStraight = false) => {
    if (isStraight) {
      fixed = Math.min(fixed, editLimits.maxPoints - 1)
      points.length = fixed
      points.push(toPoint(point, pressure))
      return fixed
    }
    const [x, y] = points[points.length - 1] ?? [0, 0]
    const isNear = Math.hypot(point.x - x, point.y - y) < minDistance
    if (!isNear && points.length < editLimits.maxPoints) points.push(toPoint(point, pressure))
    const first = Math.min(fixed, points.length - 1)
    fixed = points.length
    return first
  }
}
