import { useEffect, useRef, useState } from 'react'
import type { Player } from '#studio/features/video/player/player.ts'
import { showsAlpha } from '#studio/features/video/player/shows-alpha.ts'
import { useMaster } from '#studio/features/video/player/use-master.ts'
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
  useMaster(ref, player, isMaster ? url : null)
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
        if (hasAlpha && !showsAlpha(event.currentTarget)) onUnable()
        else setIsLoaded(true)
      }}
    />
  )
}
