import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { videoPoster } from '#studio/queries/video-strip.ts'

type Props = {
  readonly ref: RefObject<HTMLVideoElement | null>
  readonly url: string
  readonly file: Blob
  readonly name: string
  /** The browser cannot play the file. */
  readonly isUnable: boolean
  readonly isMuted: boolean
  readonly onUnable: () => void
}

/** The video as it came in: played where the browser can, as a GIF, or as its first picture alone. */
export function SourceLayer({ ref, url, file, name, isUnable, isMuted, onUnable }: Props) {
  const [isPicture, setIsPicture] = useState(true)
  const label = `${name}, original`
  if (!isUnable)
    return (
      <video
        ref={ref}
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
  if (isPicture)
    return (
      <img
        src={url}
        alt={label}
        draggable={false}
        className="absolute size-full object-fill"
        onError={() => setIsPicture(false)}
      />
    )
  return <Poster file={file} label={label} />
}

function Poster({ file, label }: { readonly file: Blob; readonly label: string }) {
  const { data: [poster = null] = [] } = useQuery(videoPoster(useService(), file))
  const url = useObjectUrl(poster)
  return url ? (
    <img src={url} alt={`${label}, its first frame`} className="absolute size-full object-fill" />
  ) : null
}
