import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createFramePlayer, type FramePlayer } from '#studio/features/video/player/frame-player.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { useClockSource } from '#studio/features/video/player/player-hooks.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { messages } from '#studio/messages/messages.ts'
import { videoPoster } from '#studio/queries/on-device.ts'

const { viewer: texts } = messages.video

/** How a source is shown: played by the browser, by our own readers, or, where neither can, as a picture. */
export type SourceMode = 'video' | 'film' | 'still'

type Props = {
  readonly screen: RefObject<HTMLVideoElement | null>
  readonly filmScreen: RefObject<FramePlayer | null>
  readonly file: Blob
  readonly name: string
  readonly durationSeconds: number
  readonly player: Player
  readonly showing: SourceMode
  /** Tells the time where it is played by our own readers. */
  readonly isMaster: boolean
  readonly isMuted: boolean
  /** It cannot be shown in this way. */
  readonly onUnable: () => void
}

/** The video as it came in. */
export function SourceLayer({ screen, filmScreen, file, name, showing, isMuted, onUnable, ...rest }: Props) {
  const url = useObjectUrl(file)
  useClockSource(screen, rest.player, showing === 'video' ? url : null)
  const [isPicture, setIsPicture] = useState(true)
  const label = texts.original(name)
  if (!url) return null
  if (showing === 'video')
    return (
      <video
        ref={screen}
        src={url}
        aria-label={label}
        muted={isMuted}
        playsInline
        preload="auto"
        className="absolute size-full object-fill"
        onError={onUnable}
        onLoadedMetadata={(event) => event.currentTarget.videoWidth === 0 && onUnable()}
      />
    )
  if (showing === 'film')
    return (
      <>
        <Poster file={file} alt="" />
        <PreviewFramesLayer ref={filmScreen} file={file} label={label} onUnable={onUnable} {...rest} />
      </>
    )
  return isPicture ? (
    <img
      src={url}
      alt={label}
      draggable={false}
      className="absolute size-full object-fill"
      onError={() => setIsPicture(false)}
    />
  ) : (
    <Poster file={file} alt={texts.originalFirstFrame(name)} />
  )
}

function Poster({ file, alt }: { readonly file: Blob; readonly alt: string }) {
  const { data: [poster = null] = [] } = useQuery(videoPoster(useService(), file))
  const url = useObjectUrl(poster)
  return url ? <img src={url} alt={alt} className="absolute size-full object-fill" /> : null
}

type PreviewFramesLayerProps = {
  readonly ref: RefObject<FramePlayer | null>
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
function PreviewFramesLayer({
  ref,
  file,
  label,
  durationSeconds,
  player,
  isMaster,
  onUnable,
}: PreviewFramesLayerProps) {
  const service = useService()
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(onUnable)
  useEffect(() => {
    latest.current = onUnable
  })
  useEffect(() => {
    const screen = createFramePlayer({
      durationSeconds,
      ask: async (fromSeconds) =>
        (await service.onDevice?.videos.previewFrames(file, fromSeconds, heightPx)) ?? null,
      decode: (picture) => createImageBitmap(picture),
      onUnable: () => latest.current(),
    })
    ref.current = screen
    let painted: CanvasImageSource | null = null
    let frame = requestAnimationFrame(function paint(now) {
      frame = requestAnimationFrame(paint)
      screen.advance(now)
      const picture = screen.frame()
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
