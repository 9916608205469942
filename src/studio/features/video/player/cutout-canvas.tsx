import { useEffect, useRef } from 'react'
import type { MatteWindow } from '#service/background-service.ts'
import { createCutoutPainter, type PreviewComposite } from './cutout-painter.ts'
import { createFrameBuffer } from './frame-buffer.ts'
import type { DisplayedFrame } from './video-pixels.ts'

type Props = {
  /** The current frame of the source. Must be a stable function for each source. */
  readonly sourceFrame: () => DisplayedFrame | null
  /** Fetches mattes from a moment on. Must be a stable function for each job. */
  readonly mattes: (fromSeconds: number) => Promise<MatteWindow | null>
  readonly composite: PreviewComposite
  readonly label: string
}

/** The cut-out of the current frame, drawn on a canvas so that every browser shows its transparency. */
export function CutoutCanvas({ sourceFrame, mattes, composite, label }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef(composite)
  useEffect(() => {
    latest.current = composite
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
    let paintedComposite: PreviewComposite | null = null
    let isPainting = false
    const show = async (...what: Parameters<typeof painter.paint>) => {
      isPainting = true
      try {
        await painter.paint(...what)
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
      const composite = latest.current
      if (painted === seconds && paintedComposite === composite) return
      const matte = buffer.frameAt(seconds)
      painted = matte ? seconds : -1
      paintedComposite = composite
      if (matte) void show(shown, matte, composite)
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
  return <canvas ref={ref} role="img" aria-label={label} className="absolute size-full" />
}

const withSize = (chunk: MatteWindow | null) =>
  chunk && {
    ...chunk,
    frames: chunk.frames.map((frame) => ({ ...frame, width: chunk.width, height: chunk.height })),
  }
