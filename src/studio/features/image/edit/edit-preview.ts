import type { Box, Point } from '#base/geometry.ts'
import type { Edit, LassoPoint, StrokePoint } from '#contract/image-edits.ts'
import { createPaints, type Paint, type PaintScene } from './preview-paints.ts'
import { coverStroke } from './stroke-coverage.ts'

/** Two canvases of one size, one over the other: edits that wait for their result, and the one that is drawn. */
export type PreviewCanvases = {
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
  readonly setPending: (edits: readonly Edit[]) => void
  /** The edit that is being drawn, with new points from `from` on; null when it is over. */
  readonly draw: (edit: Edit | null, from: number) => void
}

const outlineColor = '#c6f24e'

export function createEditPreview({ pending, drawn }: PreviewCanvases): EditPreview {
  const pendingContext = pending.getContext('2d')
  const drawnContext = drawn.getContext('2d')
  let scene: PreviewScene | null = null
  let paintOf: ReturnType<typeof createPaints> | null = null
  let edits: readonly Edit[] = []
  let draft: Edit | null = null
  /** The stroke that is drawn: the colours of its paint, and the alpha of what it covers so far. */
  let layer: ImageData | null = null

  const clear = (context: CanvasRenderingContext2D | null) =>
    context?.clearRect(0, 0, context.canvas.width, context.canvas.height)

  /** Covers the stroke in `on`, and returns the box that has changed. */
  const cover = (
    on: ImageData,
    edit: Edit & { readonly kind: 'stroke' },
    from: number,
    at: PreviewScene,
    { alpha }: Paint,
  ) => {
    const points = edit.points.map((point) => toStrokePoint(point, at))
    const brush = { radius: edit.radius * at.scale, hardness: edit.hardness, alpha }
    return coverStroke(on, points, from, brush, at.box)
  }

  const drawEdit = (context: CanvasRenderingContext2D, edit: Edit, at: PreviewScene) => {
    if (edit.kind === 'click') return drawClick(context, edit, at)
    const paint = paintOf?.(edit)
    if (!paint) return
    if (edit.kind === 'lasso') return drawLasso(context, edit.points, at, paint)
    const whole = emptyLayer(paint)
    const box = whole && cover(whole, edit, 0, at, paint)
    if (!whole || !box) return
    const part = new OffscreenCanvas(box.width, box.height)
    part.getContext('2d')?.putImageData(whole, -box.x, -box.y)
    context.drawImage(part, box.x, box.y)
  }

  const drawPending = () => {
    clear(pendingContext)
    if (!pendingContext || !scene) return
    for (const edit of edits) drawEdit(pendingContext, edit, scene)
  }

  const drawDraft = (from: number) => {
    if (!drawnContext || !scene || !draft) return
    if (draft.kind !== 'stroke') {
      clear(drawnContext)
      if (draft.kind === 'lasso') drawLasso(drawnContext, draft.points, scene, null)
      return
    }
    const paint = paintOf?.(draft)
    if (paint && (!layer || from === 0)) layer = emptyLayer(paint)
    const box = paint && layer && cover(layer, draft, from, scene, paint)
    if (layer && box) drawnContext.putImageData(layer, 0, 0, box.x, box.y, box.width, box.height)
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
      layer = null
      drawPending()
      drawDraft(0)
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
      if (draft !== edit || from === 0) clear(drawnContext)
      if (draft !== edit) layer = null
      draft = edit
      drawDraft(from)
    },
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

/** The colours of a paint, all of it transparent. */
const emptyLayer = ({ canvas }: Paint): ImageData | null => {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || canvas.width === 0 || canvas.height === 0) return null
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 0
  return image
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
