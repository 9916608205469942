import { useEffect, useMemo, useRef } from 'react'
import type { CompositionParts } from '#contract/composition.ts'
import type { MatteWindow } from '#service/background-service.ts'
import { ComposedLayers } from '#studio/composition/composed-layers.tsx'
import { createContactPainter } from '#studio/composition/contact-painter.ts'
import { createEffectPainter, effectSides } from '#studio/composition/effect-painter.ts'
import { applyPlacement, placementStyle } from '#studio/composition/placement-style.ts'
import { createPlatePainter, isSharp, PlateCanvas } from '#studio/composition/plate-canvas.tsx'
import { createCutoutPainter, type PreviewComposite } from './cutout-painter.ts'
import { createFrameBuffer } from './frame-buffer.ts'
import type { DisplayedFrame } from './video-pixels.ts'

type Props = {
  /** The current frame of the source. Must be a stable function for each source. */
  readonly sourceFrame: () => DisplayedFrame | null
  /** Fetches mattes from a moment on. Must be a stable function for each job. */
  readonly mattes: (fromSeconds: number) => Promise<MatteWindow | null>
  readonly composite: PreviewComposite
  /** What stands behind and around the subject. */
  readonly parts: CompositionParts | null
  readonly label: string
}

/** A subject is placed about the middle of its frame, in fractions of it, so that it does not jump with its box. */
const frameMiddle = { x: 0.5, y: 0.5 }

/** The cut-out of the current frame, drawn on a canvas so that every browser shows its transparency. */
export function CutoutCanvas({ sourceFrame, mattes, composite: wanted, parts, label }: Props) {
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
  const look = useMemo(() => ({ composite, isPlateSharp, effects }), [composite, isPlateSharp, effects])
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
        const { isPlateSharp, effects } = latest.current
        const [plate, shadow, outline] = [plateRef.current, shadowRef.current, outlineRef.current]
        if (drawn && plate) platePainter.paint(plate, drawn.image, drawn.stencil, isPlateSharp)
        // It is there only where the composition has a contact shadow.
        if (drawn && contactRef.current)
          contactPainter.paint(contactRef.current, drawn.image, drawn.stencil, canvas)
        if (drawn && shadow && outline && effects)
          effectPainter.paint(
            { shadow, outline },
            (context, { width, height }) => {
              const { placement } = effects
              const middle = { x: frameMiddle.x * width, y: frameMiddle.y * height }
              if (placement) applyPlacement(context, placement, middle, Math.min(width, height))
              context.drawImage(drawn.stencil, 0, 0, width, height)
            },
            canvas,
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
  const subject = (
    <canvas
      ref={ref}
      role="img"
      aria-label={label}
      className="absolute size-full"
      style={placement ? placementStyle(placement, frameMiddle) : {}}
    />
  )
  return (
    <ComposedLayers
      parts={parts}
      color={background}
      plate={<PlateCanvas ref={plateRef} />}
      shadowRef={shadowRef}
      outlineRef={outlineRef}
      contactShadow={
        <canvas
          ref={contactRef}
          className="absolute size-full"
          style={placement ? placementStyle(placement, frameMiddle) : {}}
        />
      }
    >
      {subject}
    </ComposedLayers>
  )
}

const withSize = (chunk: MatteWindow | null) =>
  chunk && {
    ...chunk,
    frames: chunk.frames.map((frame) => ({ ...frame, width: chunk.width, height: chunk.height })),
  }
