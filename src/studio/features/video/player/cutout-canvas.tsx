import { type RefObject, useEffect, useRef } from 'react'
import type { MatteStretch } from '#service/background-service.ts'
import type { PreviewLook } from './matte-pixels.ts'
import { cutoutPainter } from './paint-cutout.ts'
import { createReel } from './reel.ts'

type Props = {
  readonly screen: RefObject<HTMLVideoElement | null>
  /** Stays the same function as long as the job does. */
  readonly mattes: (fromSeconds: number) => Promise<MatteStretch | null>
  readonly look: PreviewLook
  readonly label: string
  /** Told up to where there are mattes from the start on, whenever more came. */
  readonly onReady?: (untilSeconds: number) => void
}

/** The cut-out of what `screen` shows now, drawn here so that its transparency shows in every browser. */
export function CutoutCanvas({ screen, mattes, look, label, onReady }: Props) {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef({ look, onReady })
  useEffect(() => {
    latest.current = { look, onReady }
  })
  useEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    const painter = cutoutPainter(canvas)
    const reel = createReel(mattes, {
      onNews: () => {
        latest.current.onReady?.(reel.readyUntil(0))
        painted = -1
      },
    })
    let painted = -1
    let paintedLook: PreviewLook | null = null
    let frame = requestAnimationFrame(function paint() {
      frame = requestAnimationFrame(paint)
      const video = screen.current
      if (!video || video.readyState < 2) return
      const { currentTime } = video
      reel.want(currentTime)
      const { look } = latest.current
      if (painted === currentTime && paintedLook === look) return
      const matte = reel.at(currentTime)
      // Beyond what is finished nothing is cut out: the source shows through.
      if (matte) painter.paint(video, matte, look)
      else painter.clear()
      painted = matte ? currentTime : -1
      paintedLook = look
      canvas.dataset.painted = matte ? 'true' : 'false'
    })
    return () => {
      cancelAnimationFrame(frame)
      reel.close()
    }
  }, [screen, mattes])
  return <canvas ref={ref} role="img" aria-label={label} className="absolute size-full" />
}
