import type { Box, Point } from '#base/geometry.ts'
import { createTimer } from '#base/timers.ts'
import { type DrawnEdit, followedCore, type LassoPoint, type StrokePoint } from '#contract/image-edits.ts'
import { clearAlpha, createPaints, type Paint, type PaintScene, transparentPart } from './preview-paints.ts'
import { coverStroke, unionBox } from './stroke-coverage.ts'

/** Two canvases of one size, one over the other: edits that wait for their result, and the one that is drawn. */
type PreviewCanvases = {
  readonly pending: HTMLCanvasElement
  readonly drawn: HTMLCanvasElement
}

/** A scene, and how pixels of the picture become pixels of the canvas: `at * scale + box`. */
export type PreviewScene = PaintScene & { readonly scale: number }

/**
 * Shows edits at once, at the resolution of the screen: what is kept shows the original's pixels, what is removed the
 * backdrop's. The exact result, which the worker makes, takes its place.
 */
export type EditPreview = {
  /** Draws everything anew for another zoom, view or size. */
  readonly setScene: (scene: PreviewScene) => void
  /** The edits that the shown result does not have yet. */
  readonly setPending: (edits: readonly DrawnEdit[]) => void
  /** The edit that is being drawn, with new points from `from` on. */
  readonly draw: (edit: DrawnEdit, from: number) => void
  /** Ends the drawing. What was drawn stays as the last of the pending edits; null drops it. */
  readonly finish: (edit: DrawnEdit | null) => void
  /** The picture is not drawn from here on, so that it can be closed. */
  readonly close: () => void
}

/** A scene that stays for so long is not on the way to another zoom. */
const prepareMs = 150

type StrokeEdit = DrawnEdit & { readonly kind: 'stroke' }

const outlineColor = '#c6f24e'

export function createEditPreview({ pending, drawn }: PreviewCanvases): EditPreview {
  const pendingContext = pending.getContext('2d')
  const drawnContext = drawn.getContext('2d')
  let scene: PreviewScene | null = null
  let paintOf: ReturnType<typeof createPaints> | null = null
  let edits: readonly DrawnEdit[] = []
  let draft: DrawnEdit | null = null
  /** What the stroke that is drawn has covered so far; null where it is nothing. */
  let covered: Box | null = null

  const clear = (context: CanvasRenderingContext2D | null) =>
    context?.clearRect(0, 0, context.canvas.width, context.canvas.height)

  /** Of a stroke that follows edges the inner half is sure; it fades where the picture is still to decide. */
  const brushOf = ({ mode, snap, radius, hardness }: StrokeEdit, at: PreviewScene, { alpha }: Paint) => ({
    radius: radius * at.scale,
    hardness: snap && mode !== 'refine' ? Math.min(hardness, followedCore) : hardness,
    alpha,
  })

  const drawEdit = (context: CanvasRenderingContext2D, edit: DrawnEdit, at: PreviewScene) => {
    if (edit.kind === 'click') return drawClick(context, edit, at)
    const paint = paintOf?.(edit)
    if (!paint) return
    if (edit.kind === 'lasso') return drawLasso(context, edit.points, at, paint)
    const points = edit.points.map((point) => toStrokePoint(point, at))
    const brush = brushOf(edit, at, paint)
    const box = strokeBox(points, brush.radius, at)
    const part = box && transparentPart(paint, box)
    if (!part) return
    const shifted = points.map(([x, y, pressure]) => [x - box.x, y - box.y, pressure] as const)
    coverStroke(part, shifted, 0, brush, { ...at.box, x: at.box.x - box.x, y: at.box.y - box.y })
    const canvas = new OffscreenCanvas(box.width, box.height)
    canvas.getContext('2d')?.putImageData(part, 0, 0)
    context.drawImage(canvas, box.x, box.y)
  }

  const drawPending = () => {
    clear(pendingContext)
    if (!pendingContext || !scene) return
    for (const edit of edits) drawEdit(pendingContext, edit, scene)
  }

  const drawDraft = (from: number) => {
    const at = scene
    if (!drawnContext || !at || !draft) return
    if (draft.kind !== 'stroke') {
      clear(drawnContext)
      if (draft.kind === 'lasso') drawLasso(drawnContext, draft.points, at, null)
      return
    }
    const paint = paintOf?.(draft)
    if (!paint) return
    if (from === 0) forget(paint)
    const points = draft.points.map((point) => toStrokePoint(point, at))
    const box = coverStroke(paint.layer, points, from, brushOf(draft, at, paint), at.box)
    if (!box) return
    covered = covered ? unionBox(covered, box) : box
    drawnContext.putImageData(paint.layer, 0, 0, box.x, box.y, box.width, box.height)
  }

  /** Makes the paints while nothing happens, so that the first stroke need not wait for them. */
  const prepare = () => {
    for (const mode of ['keep', 'remove'] as const) paintOf?.({ mode })
  }
  const preparing = createTimer(prepare)

  /** Makes what the drawn stroke had covered transparent again. */
  const forget = ({ layer }: Paint) => {
    if (covered) clearAlpha(layer, covered)
    covered = null
    clear(drawnContext)
  }

  const end = () => {
    const paint = draft?.kind === 'stroke' ? paintOf?.(draft) : null
    if (paint) forget(paint)
    clear(drawnContext)
    draft = null
  }

  return {
    setScene: (next) => {
      if (scene && isSameScene(scene, next)) return
      scene = next
      paintOf = createPaints(next)
      for (const canvas of [pending, drawn])
        if (canvas.width !== next.size.width || canvas.height !== next.size.height) {
          canvas.width = next.size.width
          canvas.height = next.size.height
        }
      covered = null
      drawPending()
      drawDraft(0)
      preparing.start(prepareMs)
    },
    setPending: (next) => {
      const isContinued = next.length > edits.length && edits.every((edit, at) => edit === next[at])
      const added = isContinued ? next.slice(edits.length) : []
      const isUnchanged = next.length === edits.length && edits.every((edit, at) => edit === next[at])
      edits = next
      if (isUnchanged) return
      if (!isContinued || !pendingContext || !scene) drawPending()
      else for (const edit of added) drawEdit(pendingContext, edit, scene)
    },
    draw: (edit, from) => {
      if (draft !== edit) end()
      draft = edit
      drawDraft(from)
    },
    finish: (edit) => {
      if (edit && pendingContext && scene) {
        // Moving the pixels spares drawing a long stroke again.
        if (edit.kind === 'stroke' && draft) pendingContext.drawImage(drawn, 0, 0)
        else drawEdit(pendingContext, edit, scene)
        edits = [...edits, edit]
      }
      end()
    },
    close: () => preparing.stop(),
  }
}

const isSameScene = (a: PreviewScene, b: PreviewScene): boolean =>
  a.view === b.view &&
  a.picture === b.picture &&
  a.ratio === b.ratio &&
  a.scale === b.scale &&
  a.box.x === b.box.x &&
  a.box.y === b.box.y &&
  a.size.width === b.size.width &&
  a.size.height === b.size.height &&
  a.backdrop.base === b.backdrop.base &&
  a.backdrop.check === b.backdrop.check

/** The pixels that a stroke can reach on the canvas; null where it is all outside. */
const strokeBox = (points: readonly StrokePoint[], radius: number, { size }: PreviewScene): Box | null => {
  let [left, top, right, bottom] = [size.width, size.height, 0, 0]
  for (const [x, y] of points) {
    left = Math.min(left, Math.floor(x - radius - 1))
    top = Math.min(top, Math.floor(y - radius - 1))
    right = Math.max(right, Math.ceil(x + radius + 1))
    bottom = Math.max(bottom, Math.ceil(y + radius + 1))
  }
  const x = Math.max(0, left)
  const y = Math.max(0, top)
  const width = Math.min(size.width, right) - x
  const height = Math.min(size.height, bottom) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

const toCanvas = (x: number, y: number, { scale, box }: PreviewScene): Point => ({
  x: x * scale + box.x,
  y: y * scale + box.y,
})

const toStrokePoint = ([x, y, pressure]: StrokePoint, scene: PreviewScene): StrokePoint => {
  const at = toCanvas(x, y, scene)
  return [at.x, at.y, pressure]
}

/** The outline of a lasso, filled with `paint` where it is complete. */
const drawLasso = (
  context: CanvasRenderingContext2D,
  points: readonly LassoPoint[],
  scene: PreviewScene,
  paint: Paint | null,
) => {
  const path = new Path2D()
  for (const [x, y] of points) {
    const at = toCanvas(x, y, scene)
    path.lineTo(at.x, at.y)
  }
  context.save()
  clipTo(context, scene.box)
  if (paint) {
    path.closePath()
    context.clip(path, 'evenodd')
    context.globalAlpha = paint.alpha / 255
    context.drawImage(paint.canvas, 0, 0)
  } else strokeTwice(context, path, scene.ratio)
  context.restore()
}

/** A ring where a click waits for its region. */
const drawClick = (context: CanvasRenderingContext2D, { x, y }: Point, scene: PreviewScene) => {
  const at = toCanvas(x, y, scene)
  const path = new Path2D()
  path.arc(at.x, at.y, 7 * scene.ratio, 0, 2 * Math.PI)
  strokeTwice(context, path, scene.ratio)
}

/** Dark below bright, so that the line is seen on every picture. */
const strokeTwice = (context: CanvasRenderingContext2D, path: Path2D, ratio: number) => {
  context.lineJoin = 'round'
  context.strokeStyle = '#1b1c20'
  context.lineWidth = 4 * ratio
  context.stroke(path)
  context.strokeStyle = outlineColor
  context.lineWidth = 2 * ratio
  context.stroke(path)
}

const clipTo = (context: CanvasRenderingContext2D, { x, y, width, height }: Box) => {
  context.beginPath()
  context.rect(x, y, width, height)
  context.clip()
}
