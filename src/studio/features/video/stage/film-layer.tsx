import { type RefObject, useEffect, useRef } from 'react'
import { createFilmScreen, type FilmScreen } from '#studio/features/video/player/film-screen.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { useService } from '#studio/hooks/use-service.ts'

type Props = {
  readonly ref: RefObject<FilmScreen | null>
  readonly file: Blob
  readonly label: string
  readonly durationSeconds: number
  readonly player: Player
  /** Tells the time; else it follows whoever does. */
  readonly isMaster: boolean
  readonly onUnable: () => void
}

/** Pictures are no larger than this: they are for looking at while the work goes on. */
const heightPx = 540

/** A video that the browser cannot play, played by our own readers. */
export function FilmLayer({ ref, file, label, durationSeconds, player, isMaster, onUnable }: Props) {
  const service = useService()
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(onUnable)
  useEffect(() => {
    latest.current = onUnable
  })
  useEffect(() => {
    const screen = createFilmScreen({
      durationSeconds,
      ask: async (fromSeconds) => (await service.onDevice?.videos.film(file, fromSeconds, heightPx)) ?? null,
      decode: (picture) => createImageBitmap(picture),
      onUnable: () => latest.current(),
    })
    ref.current = screen
    let painted: CanvasImageSource | null = null
    let frame = requestAnimationFrame(function paint(now) {
      frame = requestAnimationFrame(paint)
      screen.advance(now)
      const picture = screen.picture()
      if (!picture || !canvas.current || picture.image === painted) return
      painted = picture.image
      const { image, width, height } = picture
      if (canvas.current.width !== width) Object.assign(canvas.current, { width, height })
      canvas.current.getContext('2d')?.drawImage(image, 0, 0)
      canvas.current.dataset.seconds = String(picture.seconds)
    })
    return () => {
      cancelAnimationFrame(frame)
      screen.close()
      ref.current = null
    }
  }, [ref, file, service, durationSeconds])
  useEffect(() => {
    const screen = ref.current
    if (!screen) return
    if (!isMaster) return player.follow(screen)
    player.setMaster(screen)
    player.loaded(durationSeconds)
    return () => {
      player.pause()
      player.setMaster(null)
    }
  }, [ref, player, isMaster, durationSeconds])
  return <canvas ref={canvas} role="img" aria-label={label} className="absolute size-full" />
}
