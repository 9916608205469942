import { useEffect, useMemo, useRef } from 'react'
import { type Point, toPixels } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import type { MatteWindow } from '#service/background-service.ts'
import { ComposedLayers } from '#studio/composition/composed-layers.tsx'
import { createContactPainter } from '#studio/composition/contact-painter.ts'
import { createEffectPainter, effectSides } from '#studio/composition/effect-painter.ts'
import { applyPlacement, placementStyle } from '#studio/composition/placement-style.ts'
import { createPlatePainter, isSharp, PlateCanvas } from '#studio/composition/plate-canvas.tsx'
import { boxStyle, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import { createCutoutPainter, type PreviewComposite } from './cutout-painter.ts'
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
  const look = useMemo(
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
    const painter = createCutoutPainter(canvas)
    let painted = -1
    const buffer = createFrameBuffer(async (from) => withSize(await mattes(from)), {
      onChange: () => {
        painted = -1
      },
    })
    let paintedLook: (typeof latest)['current'] | null = null
    const platePainter = createPlatePainter()
    const effectPainter = createEffectPainter(effectSides.clip)
    const contactPainter = createContactPainter()
    let isPainting = false
    const show = async (...what: Parameters<typeof painter.paint>) => {
      isPainting = true
      try {
        const drawn = await painter.paint(...what)
        const { isPlateSharp, effects, layout, pivot } = latest.current
        const [plate, shadow, outline] = [plateRef.current, shadowRef.current, outlineRef.current]
        if (drawn && plate) platePainter.paint(plate, drawn.image, drawn.stencil, isPlateSharp)
        // It is there only where the composition has a contact shadow.
        if (drawn && contactRef.current)
          contactPainter.paint(contactRef.current, drawn.image, drawn.stencil, canvas)
        if (drawn && shadow && outline && effects)
          effectPainter.paint(
            { shadow, outline },
            (context, size) => {
              const { placement } = effects
              const on = toPixels(layout.source, size)
              const middle = { x: on.x + pivot.x * on.width, y: on.y + pivot.y * on.height }
              if (placement) applyPlacement(context, placement, middle, Math.min(size.width, size.height))
              context.drawImage(drawn.stencil, on.x, on.y, on.width, on.height)
            },
            layout.content,
            effects,
          )
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
      if (matte) void show(shown, matte, look.composite)
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
