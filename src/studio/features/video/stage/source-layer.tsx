import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { FilmScreen } from '#studio/features/video/player/film-screen.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { useMaster } from '#studio/features/video/player/use-master.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { videoPoster } from '#studio/queries/on-device.ts'
import { FilmLayer } from './film-layer.tsx'

/** How a source is shown: played by the browser, by our own readers, or, where neither can, as a picture. */
export type Showing = 'video' | 'film' | 'still'

type Props = {
  readonly screen: RefObject<HTMLVideoElement | null>
  readonly filmScreen: RefObject<FilmScreen | null>
  readonly file: Blob
  readonly name: string
  readonly durationSeconds: number
  readonly player: Player
  readonly showing: Showing
  /** Tells the time where it is played by our own readers. */
  readonly isMaster: boolean
  readonly isMuted: boolean
  /** It cannot be shown in this way. */
  readonly onUnable: () => void
}

/** The video as it came in. */
export function SourceLayer({ screen, filmScreen, file, name, showing, isMuted, onUnable, ...rest }: Props) {
  const url = useObjectUrl(file)
  useMaster(screen, rest.player, showing === 'video' ? url : null)
  const [isPicture, setIsPicture] = useState(true)
  const label = `${name}, original`
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
        <FilmLayer ref={filmScreen} file={file} label={label} onUnable={onUnable} {...rest} />
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
    <Poster file={file} alt={`${label}, its first frame`} />
  )
}

function Poster({ file, alt }: { readonly file: Blob; readonly alt: string }) {
  const { data: [poster = null] = [] } = useQuery(videoPoster(useService(), file))
  const url = useObjectUrl(poster)
  return url ? <img src={url} alt={alt} className="absolute size-full object-fill" /> : null
}
