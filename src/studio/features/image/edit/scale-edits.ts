import type { Size } from '#base/geometry.ts'
import { clampCoordinate, type Edit, editLimits, type ImageEdits } from '#contract/image-edits.ts'

const clamp = (value: number, { min, max }: { readonly min: number; readonly max: number }) =>
  Math.min(max, Math.max(min, value))

/**
 * The edits of a picture scaled for another one: positions relative to its sides, lengths in proportion. Pictures of
 * the same size have the same edits.
 */
export function scaledEdits(edits: ImageEdits, from: Size, to: Size): ImageEdits {
  const across = to.width / from.width
  const down = to.height / from.height
  if (across === 1 && down === 1) return edits
  const length = Math.sqrt(across * down)
  const toX = (x: number) => clampCoordinate(x * across)
  const toY = (y: number) => clampCoordinate(y * down)
  const scaled = (edit: Edit): Edit => {
    // A matte covers its whole picture.
    if (edit.kind === 'alternative') return edit
    if (edit.kind === 'click') return { ...edit, x: toX(edit.x), y: toY(edit.y) }
    if (edit.kind === 'lasso')
      return { ...edit, points: edit.points.map(([x, y]) => [toX(x), toY(y)] as const) }
    return {
      ...edit,
      radius: clamp(edit.radius * length, editLimits.radius),
      points: edit.points.map(([x, y, pressure]) => [toX(x), toY(y), pressure] as const),
    }
  }
  return {
    ...edits,
    list: edits.list.map(scaled),
    edgeShift: clamp(edits.edgeShift * length, editLimits.edgeShift),
    feather: clamp(edits.feather * length, editLimits.feather),
  }
}
