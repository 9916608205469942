import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { stripCount, videoStrip } from '#studio/queries/on-device.ts'

/** Small pictures at equal steps through the video. Keeps its place while they are made. */
export const FilmStrip = memo(function FilmStrip({ file }: { readonly file: Blob | null }) {
  return (
    <div aria-hidden className="absolute inset-0 flex overflow-hidden rounded-xs bg-ink/8">
      {file ? <Thumbs file={file} /> : null}
    </div>
  )
})

function Thumbs({ file }: { readonly file: Blob }) {
  const { data: thumbs = [] } = useQuery(videoStrip(useService(), file))
  return Array.from({ length: stripCount }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pictures have no other name than their place.
    <Thumb key={at} picture={thumbs[at] ?? null} />
  ))
}

function Thumb({ picture }: { readonly picture: Blob | null }) {
  const url = useObjectUrl(picture)
  return (
    <span className="h-full min-w-0 flex-1">
      {url ? <img src={url} alt="" draggable={false} className="size-full object-cover" /> : null}
    </span>
  )
}
