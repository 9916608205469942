import { useEffect, useMemo, useRef } from 'react'
import type { Point } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import { ComposedLayers } from '#studio/composition/composed-layers.tsx'
import { effectSides } from '#studio/composition/effect-painter.ts'
import {
  createChangeTest,
  createLayerPainter,
  type LayerCanvases,
  type LayerLook,
  noCanvases,
} from '#studio/composition/layer-painter.ts'
import type { ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import {
  createCutoutPainter,
  type MatteFrame,
  type PaintedFrame,
  type PreviewComposite,
} from './cutout-painter.ts'
import type { DisplayedFrame } from './displayed-frame.ts'
import { createFrameBuffer } from './frame-buffer.ts'

type Props = {
  /** Returns the current frame of the source. Must be a stable function for each source. */
  readonly sourceFrame: () => DisplayedFrame | null
  /** Fetches mattes from a time on. Must be a stable function for each job. */
  readonly mattes: (fromSeconds: number) => Promise<MatteWindow | null>
  readonly composite: PreviewComposite
  /** The composition; null for none. */
  readonly parts: CompositionParts | null
  /** The shown part of the frames. */
  readonly layout: ViewerLayout
  /**
   * The point about which the subject is placed, in fractions of a frame: equal in all frames, so that it does not
   * jump.
   */
  readonly pivot: Point
  readonly label: string
}

/** The look of a clip. */
type ClipLook = LayerLook & { readonly composite: PreviewComposite }

/** The cut-out of the current frame, drawn on a canvas so that every browser shows its transparency. */
export function CutoutCanvas({ sourceFrame, mattes, composite: wanted, parts, layout, pivot, label }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)
  const canvases = useRef({ ...noCanvases })
  const composition = parts?.composition ?? null
  const look = useMemo<ClipLook>(
    // Over a composition the canvas shows only the subject.
    () => ({ composite: parts ? { ...wanted, background: null } : wanted, composition, layout, pivot }),
    [wanted, parts, composition, layout, pivot],
  )
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    const painter = createClipPainter(canvas)
    let painted = -1
    const buffer = createFrameBuffer(async (from) => withSize(await mattes(from)), {
      onChange: () => {
        painted = -1
      },
    })
    let paintedLook: ClipLook | null = null
    let isPainting = false
    const show = async (shown: DisplayedFrame, matte: MatteFrame, look: ClipLook) => {
      isPainting = true
      try {
        await painter.paint(shown, matte, look, canvases.current)
        canvas.dataset.painted = 'true'
      } catch (cause) {
        painted = -1
        throw cause
      } finally {
        isPainting = false
      }
    }
    let frame = requestAnimationFrame(function paint() {
      frame = requestAnimationFrame(paint)
      const shown = sourceFrame()
      if (!shown || isPainting) return
      const { seconds } = shown
      buffer.prefetch(seconds)
      const look = latest.current
      if (painted === seconds && paintedLook === look) return
      const matte = buffer.frameAt(seconds)
      painted = matte ? seconds : -1
      paintedLook = look
      if (matte) void show(shown, matte, look)
      else {
        // Without a matte the source below stays visible.
        painter.clear()
        canvas.dataset.painted = 'false'
      }
    })
    return () => {
      cancelAnimationFrame(frame)
      buffer.close()
    }
  }, [sourceFrame, mattes])
  return (
    <ComposedLayers parts={parts} layout={layout} pivot={pivot} canvases={canvases} color={wanted.background}>
      {(style) => (
        <canvas ref={ref} role="img" aria-label={label} className="absolute max-w-none" style={style} />
      )}
    </ComposedLayers>
  )
}

/** Paints the cut-out of a frame and its layers; repaints only what a new frame or look changes. */
const createClipPainter = (canvas: HTMLCanvasElement) => {
  const cutoutPainter = createCutoutPainter(canvas)
  const layerPainter = createLayerPainter(effectSides.clip)
  const isOtherCutout = createChangeTest()
  let drawn: PaintedFrame | null = null
  /** Forces the next cut-out to be painted. */
  const forget = () => isOtherCutout()
  return {
    paint: async (shown: DisplayedFrame, matte: MatteFrame, look: ClipLook, canvases: LayerCanvases) => {
      const { isMask, background, hasBinaryAlpha } = look.composite
      // The size of the canvas depends on the layout.
      const made = [shown.image, shown.seconds, matte.data, isMask, background, hasBinaryAlpha] as const
      if (isOtherCutout(...made, look.layout)) {
        drawn = null
        drawn = await cutoutPainter.paint(shown, matte, look.composite).catch((cause) => {
          forget()
          throw cause
        })
      }
      if (drawn) layerPainter.paint(drawn, look, canvases)
    },
    clear: () => {
      forget()
      cutoutPainter.clear()
    },
  }
}

const withSize = (chunk: MatteWindow | null) =>
  chunk && {
    ...chunk,
    frames: chunk.frames.map((frame) => ({ ...frame, width: chunk.width, height: chunk.height })),
  }
