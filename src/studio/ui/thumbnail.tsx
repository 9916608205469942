import { FileQuestion, Film } from 'lucide-react'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'

type Props = {
  readonly picture: Blob | null
  /** There is no picture to come. */
  readonly isMissing: boolean
  readonly isVideo?: boolean
}

/** A picture of a file, small and upright; a sign where there is none. Keeps its place while it loads. */
export function Thumbnail({ picture, isMissing, isVideo = false }: Props) {
  const url = useObjectUrl(picture)
  const Sign = isVideo ? Film : FileQuestion
  return (
    <span className="relative grid size-11 shrink-0 place-items-center overflow-hidden rounded-xs bg-sunken text-ink-faint inset-ring inset-ring-line">
      {url ? <img src={url} alt="" className="size-full object-cover" /> : null}
      {isMissing ? <Sign size={18} strokeWidth={1.5} aria-hidden /> : null}
      {url && isVideo ? (
        <span className="absolute right-0 bottom-0 grid size-4 place-items-center rounded-tl-xs bg-panel/85 text-ink">
          <Film size={11} strokeWidth={2} aria-hidden />
        </span>
      ) : null}
    </span>
  )
}
