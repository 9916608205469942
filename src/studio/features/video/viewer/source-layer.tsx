import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { blobId } from '#base/blob-id.ts'
import type { Size } from '#base/geometry.ts'
import { createFramePlayer, type FramePlayer } from '#studio/features/video/player/frame-player.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { useClockSource } from '#studio/features/video/player/player-hooks.ts'
import { useObjectUrl } from '#studio/media/use-object-url.ts'
import { messages } from '#studio/messages/messages.ts'
import { videoPoster } from '#studio/queries/on-device.ts'
import { useService } from '#studio/state/use-studio.ts'

const { viewer: texts } = messages.video

/** How a source is shown: played by the browser, as preview frames, or, if neither works, as an image. */
export type SourceMode = 'video' | 'preview-frames' | 'image'

type Props = {
  readonly videoRef: RefObject<HTMLVideoElement | null>
  readonly framePlayerRef: RefObject<FramePlayer | null>
  readonly file: Blob
  readonly name: string
  readonly durationSeconds: number
  /** The displayed size of the file if it is a part of its frames; otherwise null. */
  readonly croppedSize: Size | null
  readonly player: Player
  readonly mode: SourceMode
  /** Whether it is the clock source while preview frames are shown. */
  readonly isClockSource: boolean
  readonly isMuted: boolean
  /** Called if the source cannot be shown in this mode. */
  readonly onUnplayable: () => void
}

/** The source video. */
export function SourceLayer({
  videoRef,
  framePlayerRef,
  file,
  name,
  croppedSize,
  mode,
  isMuted,
  onUnplayable,
  ...rest
}: Props) {
  const url = useObjectUrl(file)
  useClockSource(videoRef, rest.player, mode === 'video' ? url : null)
  const [isPicture, setIsPicture] = useState(true)
  const label = texts.original(name)
  if (!url) return null
  if (mode === 'video')
    return (
      <video
        ref={videoRef}
        src={url}
        aria-label={label}
        muted={isMuted}
        playsInline
        preload="auto"
        className="absolute size-full object-fill"
        onError={onUnplayable}
        onLoadedMetadata={(event) => isShown(event.currentTarget, croppedSize) || onUnplayable()}
      />
    )
  if (mode === 'preview-frames')
    return (
      <>
        <Poster file={file} alt="" />
        <PreviewFramesLayer
          ref={framePlayerRef}
          file={file}
          label={label}
          onUnplayable={onUnplayable}
          {...rest}
        />
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

/** Whether the browser shows a picture, cropped as the file specifies. */
const isShown = ({ videoWidth, videoHeight }: HTMLVideoElement, cropped: Size | null): boolean =>
  videoWidth > 0 && (cropped === null || (videoWidth === cropped.width && videoHeight === cropped.height))

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
  /** Whether it is the clock source; otherwise it follows the clock source. */
  readonly isClockSource: boolean
  readonly onUnplayable: () => void
}

/** Preview frames are only for viewing, so they are small. */
const heightPx = 540

/** A video that the browser cannot play, as small frames from the studio's own decoders. */
function PreviewFramesLayer({
  ref,
  file,
  label,
  durationSeconds,
  player,
  isClockSource,
  onUnplayable,
}: PreviewFramesLayerProps) {
  const service = useService()
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(onUnplayable)
  useEffect(() => {
    latest.current = onUnplayable
  })
  useEffect(() => {
    const framePlayer = createFramePlayer({
      durationSeconds,
      fetchChunk: async (fromSeconds) =>
        (await service.onDevice?.workers.previewFrames({
          video: file,
          id: blobId(file),
          fromSeconds,
          heightPx,
        })) ?? null,
      decode: (picture) => createImageBitmap(picture),
      onUnplayable: () => latest.current(),
    })
    ref.current = framePlayer
    let painted: CanvasImageSource | null = null
    let frame = requestAnimationFrame(function paint(now) {
      frame = requestAnimationFrame(paint)
      framePlayer.advance(now)
      const picture = framePlayer.frame()
      if (!picture || !canvas.current || picture.image === painted) return
      painted = picture.image
      const { image, width, height } = picture
      if (canvas.current.width !== width) Object.assign(canvas.current, { width, height })
      canvas.current.getContext('2d')?.drawImage(image, 0, 0)
      canvas.current.dataset.seconds = String(picture.seconds)
    })
    return () => {
      cancelAnimationFrame(frame)
      framePlayer.close()
      ref.current = null
    }
  }, [ref, file, service, durationSeconds])
  useEffect(() => {
    const framePlayer = ref.current
    if (!framePlayer) return
    if (!isClockSource) return player.addFollower(framePlayer)
    player.setClockSource(framePlayer)
    player.setDuration(durationSeconds)
    return () => {
      player.pause()
      player.setClockSource(null)
    }
  }, [ref, player, isClockSource, durationSeconds])
  return <canvas ref={canvas} role="img" aria-label={label} className="absolute size-full" />
}
