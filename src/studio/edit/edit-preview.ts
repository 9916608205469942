import { type Box, unionBox } from '#base/geometry.ts'
import { createTimer } from '#base/timers.ts'
import { type DrawnEdit, followedCore } from '#contract/image-edits.ts'
import {
  clearAlpha,
  createPaints,
  drawMapped,
  type Paint,
  type PaintScene,
  transparentPart,
} from './preview-paints.ts'
import {
  clipToPicture,
  drawClick,
  drawLasso,
  pictureBounds,
  radiusOn,
  strokeBox,
  toStrokePoint,
} from './preview-shapes.ts'
import { coverStroke } from './stroke-coverage.ts'

/** Two canvases of one size, stacked: edits that wait for their result, and the edit being drawn. */
type PreviewCanvases = {
  readonly pending: HTMLCanvasElement
  readonly drawn: HTMLCanvasElement
}

/** A scene, and for the view `composed` the subject alone, over the whole picture. */
export type PreviewScene = PaintScene & { readonly subject: CanvasImageSource | null }

/**
 * Shows edits at once, at the resolution of the screen: the original's pixels where the edit keeps, the backdrop's
 * where it removes. The worker's exact result replaces the preview. In a composition the preview also draws the
 * subject, so that removed parts show the layer below.
 */
export type EditPreview = {
  /** Redraws everything for another zoom, view or size. */
  readonly setScene: (scene: PreviewScene) => void
  /** Sets the edits that the shown result lacks. */
  readonly setPending: (edits: readonly DrawnEdit[]) => void
  /** Draws the current edit, with new points from `from` on. */
  readonly draw: (edit: DrawnEdit, from: number) => void
  /** Ends the drawing, and keeps it as the last pending edit; null drops it. */
  readonly finish: (edit: DrawnEdit | null) => void
  /** Stops using the picture, so that it can be closed. */
  readonly close: () => void
}

/** How long a scene must stay before its paints are prepared, since zooming replaces it, in milliseconds. */
const prepareMs = 150

type StrokeEdit = DrawnEdit & { readonly kind: 'stroke' }

export function createEditPreview({ pending, drawn }: PreviewCanvases): EditPreview {
  const pendingContext = pending.getContext('2d')
  const drawnContext = drawn.getContext('2d')
  let scene: PreviewScene | null = null
  let paintOf: ReturnType<typeof createPaints> | null = null
  let edits: readonly DrawnEdit[] = []
  let draft: DrawnEdit | null = null
  /** The box that the current stroke covers; null if none. */
  let covered: Box | null = null
  /** The subject before the current stroke removes from it, and the stroke. */
  let cutting: { readonly before: OffscreenCanvas; readonly stroke: OffscreenCanvas } | null = null

  const clear = (context: CanvasRenderingContext2D | null) =>
    context?.clearRect(0, 0, context.canvas.width, context.canvas.height)

  /** A stroke that follows edges is certain in its inner half; it fades where the picture decides. */
  const brushOf = ({ mode, snap, radius, hardness }: StrokeEdit, at: PreviewScene, { alpha }: Paint) => ({
    radius: radiusOn(at, radius),
    hardness: snap && mode !== 'refine' ? Math.min(hardness, followedCore) : hardness,
    alpha,
  })

  const drawEdit = (context: CanvasRenderingContext2D, edit: DrawnEdit, at: PreviewScene) => {
    if (edit.kind === 'click') return drawClick(context, edit, at)
    const paint = paintOf?.(edit)
    if (!paint) return
    context.save()
    if (cutsOut(edit, at)) context.globalCompositeOperation = 'destination-out'
    if (edit.kind === 'lasso') drawLasso(context, edit.points, at, paint)
    else drawStroke(context, edit, at, paint)
    context.restore()
  }

  const drawStroke = (
    context: CanvasRenderingContext2D,
    edit: StrokeEdit,
    at: PreviewScene,
    paint: Paint,
  ) => {
    const points = edit.points.map((point) => toStrokePoint(point, at))
    const brush = brushOf(edit, at, paint)
    const box = strokeBox(points, brush.radius, at)
    const part = box && transparentPart(paint, box)
    if (!part) return
    const shifted = points.map(([x, y, pressure]) => [x - box.x, y - box.y, pressure] as const)
    const { x, y, ...size } = pictureBounds(at)
    coverStroke(part, shifted, 0, brush, { ...size, x: x - box.x, y: y - box.y })
    const canvas = new OffscreenCanvas(box.width, box.height)
    canvas.getContext('2d')?.putImageData(part, 0, 0)
    clipToPicture(context, at)
    context.drawImage(canvas, box.x, box.y)
  }

  const drawPending = () => {
    clear(pendingContext)
    if (!pendingContext || !scene) return
    if (scene.subject) drawMapped(pendingContext, scene.subject, scene)
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
    const box = coverStroke(paint.layer, points, from, brushOf(draft, at, paint), pictureBounds(at))
    if (!box) return
    covered = covered ? unionBox(covered, box) : box
    if (cutsOut(draft, at)) return cut(paint, box)
    drawnContext.putImageData(paint.layer, 0, 0, box.x, box.y, box.width, box.height)
  }

  /** Draws in a box what the stroke leaves of the subject. */
  const cut = ({ layer }: Paint, box: Box) => {
    if (!pendingContext) return
    const { width, height } = pending
    if (!cutting) {
      cutting = { before: new OffscreenCanvas(width, height), stroke: new OffscreenCanvas(width, height) }
      cutting.before.getContext('2d')?.drawImage(pending, 0, 0)
    }
    cutting.stroke.getContext('2d')?.putImageData(layer, 0, 0, box.x, box.y, box.width, box.height)
    restore(box)
    pendingContext.save()
    pendingContext.globalCompositeOperation = 'destination-out'
    drawPart(pendingContext, cutting.stroke, box)
    pendingContext.restore()
  }

  const restore = (box: Box) => {
    if (!pendingContext || !cutting) return
    pendingContext.clearRect(box.x, box.y, box.width, box.height)
    drawPart(pendingContext, cutting.before, box)
  }

  /** Makes the paints while idle, so that the first stroke does not wait for them. */
  const prepare = () => {
    for (const mode of ['keep', 'remove'] as const) paintOf?.({ mode })
  }
  const preparing = createTimer(prepare)

  /** Clears what the current stroke covered. */
  const forget = ({ layer }: Paint) => {
    if (covered) {
      clearAlpha(layer, covered)
      restore(covered)
      cutting?.stroke.getContext('2d')?.clearRect(covered.x, covered.y, covered.width, covered.height)
    }
    covered = null
    clear(drawnContext)
  }

  const end = () => {
    const paint = draft?.kind === 'stroke' ? paintOf?.(draft) : null
    if (paint) forget(paint)
    cutting = null
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
      cutting = null
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
      const isCut = cutting !== null
      cutting = null
      if (!isContinued || !pendingContext || !scene) drawPending()
      else for (const edit of added) drawEdit(pendingContext, edit, scene)
      if (isCut) drawDraft(0)
    },
    draw: (edit, from) => {
      if (draft !== edit) end()
      draft = edit
      drawDraft(from)
    },
    finish: (edit) => {
      if (edit && pendingContext && scene) {
        // A cut subject is already up to date. Copying the pixels avoids drawing a long stroke again.
        if (cutting) cutting = null
        else if (edit.kind === 'stroke' && draft) pendingContext.drawImage(drawn, 0, 0)
        else drawEdit(pendingContext, edit, scene)
        edits = [...edits, edit]
      }
      end()
    },
    close: () => preparing.stop(),
  }
}

/** Whether an edit uncovers the layer below the subject. */
const cutsOut = ({ mode }: DrawnEdit, { view }: PreviewScene) => view === 'composed' && mode === 'remove'

const drawPart = (context: CanvasRenderingContext2D, source: OffscreenCanvas, { x, y, width, height }: Box) =>
  context.drawImage(source, x, y, width, height, x, y, width, height)

const isSameScene = (a: PreviewScene, b: PreviewScene): boolean =>
  a.view === b.view &&
  a.picture === b.picture &&
  a.subject === b.subject &&
  a.ratio === b.ratio &&
  a.map.every((value, at) => value === b.map[at]) &&
  a.pictureSize.width === b.pictureSize.width &&
  a.pictureSize.height === b.pictureSize.height &&
  a.size.width === b.size.width &&
  a.size.height === b.size.height &&
  a.backdrop.base === b.backdrop.base &&
  a.backdrop.check === b.backdrop.check
