import { useEffect, useRef } from 'react'
import type { MatteWindow } from '#service/background-service.ts'
import type { PreviewComposite } from './cutout-painter.ts'
import { createCutoutPainter } from './cutout-painter.ts'
import { createFrameBuffer } from './frame-buffer.ts'
import type { DisplayedFrame } from './video-pixels.ts'

type Props = {
  /** What the source shows now. Stays the same function as long as the source does. */
  readonly picture: () => DisplayedFrame | null
  /** Stays the same function as long as the job does. */
  readonly mattes: (fromSeconds: number) => Promise<MatteWindow | null>
  readonly look: PreviewComposite
  readonly label: string
}

/** The cut-out of what the source shows now, drawn here so that its transparency shows in every browser. */
export function CutoutCanvas({ picture, mattes, look, label }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    const painter = createCutoutPainter(canvas)
    let painted = -1
    const reel = createFrameBuffer(async (from) => withSize(await mattes(from)), {
      onNews: () => {
        painted = -1
      },
    })
    let paintedLook: PreviewComposite | null = null
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
      const shown = picture()
      if (!shown || isPainting) return
      const { seconds } = shown
      reel.prefetch(seconds)
      const look = latest.current
      if (painted === seconds && paintedLook === look) return
      const matte = reel.frameAt(seconds)
      painted = matte ? seconds : -1
      paintedLook = look
      if (matte) void show(shown, matte, look)
      else {
        // Beyond what is finished nothing is cut out: the source shows through.
        painter.clear()
        canvas.dataset.painted = 'false'
      }
    })
    return () => {
      cancelAnimationFrame(frame)
      reel.close()
    }
  }, [picture, mattes])
  return <canvas ref={ref} role="img" aria-label={label} className="absolute size-full" />
}

const withSize = (stretch: MatteWindow | null) =>
  stretch && {
    ...stretch,
    frames: stretch.frames.map((frame) => ({ ...frame, width: stretch.width, height: stretch.height })),
  }
