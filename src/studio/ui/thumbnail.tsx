import { FileQuestion, Film } from 'lucide-react'
import { lastingUrl } from '#studio/media/use-object-url.ts'

type ThumbnailProps = {
  readonly picture: Blob | null
  /** Whether there will be no picture, so that an icon is shown instead. */
  readonly isMissing: boolean
  readonly isVideo?: boolean
  /** Whether it shows a whole result, with a checkerboard behind transparent parts. */
  readonly isResult?: boolean
  /** A CSS colour instead of the checkerboard; null for the checkerboard. */
  readonly ground?: string | null
  /** Whether it fills its parent. */
  readonly isLarge?: boolean
}

/** A small picture of a file, or an icon if there is none. Its size does not change while it loads. */
export function Thumbnail({
  picture,
  isMissing,
  isVideo = false,
  isResult = false,
  ground = null,
  isLarge = false,
}: ThumbnailProps) {
  const url = picture && lastingUrl(picture)
  const Sign = isVideo ? Film : FileQuestion
  return (
    <span
      className={`relative grid shrink-0 grid-cols-1 grid-rows-1 place-items-center overflow-hidden rounded-xs bg-sunken text-ink-faint inset-ring inset-ring-line ${isLarge ? 'size-full' : 'size-11 stacked:size-10'}`}
    >
      {url ? (
        <img
          alt=""
          data-result={isResult || undefined}
          style={isResult && ground !== null ? { background: ground } : undefined}
          draggable={false}
          loading="lazy"
          decoding="async"
          // More pixels than any tile, so that the picture grows to fit, and its box has no empty margin.
          srcSet={`${url} 0.05x`}
          className={`max-h-full max-w-full ${isResult ? 'checkerboard [background-size:8px_8px]' : ''}`}
        />
      ) : null}
      {isMissing ? <Sign size={18} strokeWidth={1.5} aria-hidden /> : null}
      {url && isVideo ? (
        <span className="absolute right-0 bottom-0 grid size-4 place-items-center rounded-tl-xs bg-panel/85 text-ink">
          <Film size={11} strokeWidth={2} aria-hidden />
        </span>
      ) : null}
    </span>
  )
}
