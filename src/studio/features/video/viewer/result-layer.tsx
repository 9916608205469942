import { useEffect, useRef, useState } from 'react'
import type { Player } from '#studio/features/video/player/player.ts'
import { useClockSource } from '#studio/features/video/player/player-hooks.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'

type Props = {
  readonly file: Blob
  readonly label: string
  readonly player: Player
  /** Tells the time itself, because the source cannot be played. */
  readonly isMaster: boolean
  /** It has to be see-through somewhere, or the browser does not show it right. */
  readonly hasAlpha: boolean
  /** Only heard where the source cannot be. */
  readonly isMuted: boolean
  readonly onUnable: () => void
}

/** The written file itself, playing along with the source. */
export function ResultLayer({ file, label, player, isMaster, hasAlpha, isMuted, onUnable }: Props) {
  const ref = useRef<HTMLVideoElement>(null)
  const url = useObjectUrl(file)
  const [isLoaded, setIsLoaded] = useState(false)
  useClockSource(ref, player, isMaster ? url : null)
  useEffect(() => {
    const video = ref.current
    if (!isMaster && video && isLoaded) return player.follow(video)
  }, [player, isMaster, isLoaded])
  if (!url) return null
  return (
    <video
      ref={ref}
      src={url}
      aria-label={label}
      muted={!isMaster || isMuted}
      playsInline
      preload="auto"
      className="absolute size-full object-fill"
      onError={onUnable}
      onLoadedData={(event) => {
        if (hasAlpha && !rendersAlpha(event.currentTarget)) onUnable()
        else setIsLoaded(true)
      }}
    />
  )
}

const sidePx = 32

/**
 * Whether the frame that `video` shows has a see-through pixel when it is drawn here. Some browsers
 * decode a video with alpha and paint it on black.
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
