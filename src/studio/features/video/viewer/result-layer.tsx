import { useEffect, useRef, useState } from 'react'
import type { Player } from '#studio/features/video/player/player.ts'
import { useClockSource } from '#studio/features/video/player/player-hooks.ts'
import { useObjectUrl } from '#studio/media/use-object-url.ts'

type Props = {
  readonly file: Blob
  readonly label: string
  readonly player: Player
  /** Whether it is the clock source, because the source video cannot be played. */
  readonly isClockSource: boolean
  /** Whether the video has transparency; a browser that shows no transparent pixel does not support it. */
  readonly hasAlpha: boolean
  /** Applies only to the clock source; otherwise the source video has the sound. */
  readonly isMuted: boolean
  /** Whether its aspect ratio differs from that of its area. */
  readonly hasOtherShape: boolean
  readonly onUnplayable: () => void
}

/** The result, played in step with the source. */
export function ResultLayer({
  file,
  label,
  player,
  isClockSource,
  hasAlpha,
  isMuted,
  hasOtherShape,
  onUnplayable,
}: Props) {
  const ref = useRef<HTMLVideoElement>(null)
  const url = useObjectUrl(file)
  const [isLoaded, setIsLoaded] = useState(false)
  useClockSource(ref, player, isClockSource ? url : null)
  useEffect(() => {
    const video = ref.current
    if (!isClockSource && video && isLoaded) return player.addFollower(video)
  }, [player, isClockSource, isLoaded])
  if (!url) return null
  return (
    <video
      ref={ref}
      src={url}
      aria-label={label}
      muted={!isClockSource || isMuted}
      playsInline
      preload="auto"
      className={`absolute size-full ${hasOtherShape ? 'object-contain' : 'object-fill'}`}
      onError={onUnplayable}
      onLoadedData={(event) => {
        if (hasAlpha && !rendersAlpha(event.currentTarget)) onUnplayable()
        else setIsLoaded(true)
      }}
    />
  )
}

type GifProps = { readonly file: Blob; readonly label: string; readonly hasOtherShape: boolean }

/** A result shown as an animated picture. */
export function GifLayer({ file, label, hasOtherShape }: GifProps) {
  const url = useObjectUrl(file)
  const fit = hasOtherShape ? 'object-contain' : 'object-fill'
  return url ? <img src={url} alt={label} className={`absolute size-full ${fit}`} /> : null
}

const sidePx = 32

/**
 * Whether the drawn frame of `video` has a transparent pixel. Some browsers decode a video with alpha and paint it on
 * black.
 */
const rendersAlpha = (video: HTMLVideoElement): boolean => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sidePx
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.drawImage(video, 0, 0, sidePx, sidePx)
  const { data } = context.getImageData(0, 0, sidePx, sidePx)
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 250) return true
  return false
}
