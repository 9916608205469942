import { useEffect, useMemo, useRef } from 'react'
import type { Point } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import type { MatteWindow } from '#contract/matte-chunk.ts'
import { ComposedLayers } from '#studio/composition/composed-layers.tsx'
import { placementStyle } from '#studio/composition/placement-style.ts'
import { isSharp, PlateCanvas } from '#studio/composition/plate-canvas.tsx'
import { boxStyle, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import { type ClipLook, createClipPainter } from './clip-painter.ts'
import type { MatteFrame, PreviewComposite } from './cutout-painter.ts'
import type { DisplayedFrame } from './displayed-frame.ts'
import { createFrameBuffer } from './frame-buffer.ts'

type Props = {
  /** The current frame of the source. Must be a stable function for each source. */
  readonly sourceFrame: () => DisplayedFrame | null
  /** Fetches mattes from a moment on. Must be a stable function for each job. */
  readonly mattes: (fromSeconds: number) => Promise<MatteWindow | null>
  readonly composite: PreviewComposite
  /** What stands behind and around the subject. */
  readonly parts: CompositionParts | null
  /** The part of the frames that is shown. */
  readonly layout: ViewerLayout
  /** About what the subject is placed, in fractions of a frame: the same in all frames, so that it does not jump. */
  readonly pivot: Point
  readonly label: string
}

/** The cut-out of the current frame, drawn on a canvas so that every browser shows its transparency. */
export function CutoutCanvas({ sourceFrame, mattes, composite: wanted, parts, layout, pivot, label }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)
  const plateRef = useRef<HTMLCanvasElement>(null)
  const { background } = wanted
  // Over a composition the canvas shows the subject alone.
  const composite = useMemo(() => (parts ? { ...wanted, background: null } : wanted), [wanted, parts])
  const ground = parts?.composition.background
  const isPlateSharp = ground?.kind === 'original' && isSharp(ground)
  const shadowRef = useRef<HTMLCanvasElement>(null)
  const outlineRef = useRef<HTMLCanvasElement>(null)
  const contactRef = useRef<HTMLCanvasElement>(null)
  const effects = parts?.composition ?? null
  const look = useMemo<ClipLook>(
    () => ({ composite, isPlateSharp, effects, layout, pivot }),
    [composite, isPlateSharp, effects, layout, pivot],
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
        const [plate, contactShadow] = [plateRef.current, contactRef.current]
        const [shadow, outline] = [shadowRef.current, outlineRef.current]
        await painter.paint(shown, matte, look, { plate, contactShadow, shadow, outline })
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
        // There is no matte yet: the source below stays visible.
        painter.clear()
        canvas.dataset.painted = 'false'
      }
    })
    return () => {
      cancelAnimationFrame(frame)
      buffer.close()
    }
  }, [sourceFrame, mattes])
  const placement = effects?.placement ?? null
  const frameStyle = { ...boxStyle(layout.source), ...(placement && placementStyle(placement, pivot)) }
  return (
    <ComposedLayers
      parts={parts}
      color={background}
      plate={
        <div className="absolute" style={boxStyle(layout.source)}>
          <PlateCanvas ref={plateRef} />
        </div>
      }
      shadowRef={shadowRef}
      outlineRef={outlineRef}
      contactShadow={<canvas ref={contactRef} className="absolute max-w-none" style={frameStyle} />}
    >
      <canvas ref={ref} role="img" aria-label={label} className="absolute max-w-none" style={frameStyle} />
    </ComposedLayers>
  )
}

const withSize = (chunk: MatteWindow | null) =>
  chunk && {
    ...chunk,
    frames: chunk.frames.map((frame) => ({ ...frame, width: chunk.width, height: chunk.height })),
  }
