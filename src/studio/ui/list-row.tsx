import { Cloud, FileQuestion, Film } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { messages } from '#studio/messages/messages.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'

type ListRowProps = {
  readonly name: string
  readonly state: string
  readonly selected: boolean
  readonly onSelect: () => void
  readonly thumbnail: ReactNode
  /** An icon and a word or two. */
  readonly mark: ReactNode
  readonly markColor: string
  readonly facts: string
  /** Where the work runs; shown only if that is a service. */
  readonly runLocation: RunLocation
  /** Small buttons at the end of the row. */
  readonly children: ReactNode
  /** A progress bar along the lower edge. */
  readonly progress: ReactNode
}

/** A row of the list: one picture or video. It scrolls into view when it is selected. */
export function ListRow(props: ListRowProps) {
  const {
    name,
    state,
    selected,
    onSelect,
    thumbnail,
    mark,
    markColor,
    facts,
    runLocation,
    children,
    progress,
  } = props
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (selected) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  return (
    <li
      ref={ref}
      data-state={state}
      className={`group relative flex items-center rounded-md transition-colors max-lg:w-56 max-lg:shrink-0 ${selected ? 'bg-raised shadow-edge inset-ring inset-ring-line-strong' : 'hover:bg-ink/5'}`}
    >
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={onSelect}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md p-1.5 text-left"
      >
        {thumbnail}
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium" title={name}>
            {name}
          </span>
          <span className={`figures flex items-center gap-1 text-xs ${markColor}`}>{mark}</span>
          <span className="figures flex items-center gap-1 text-2xs text-ink-faint">
            {runLocation === 'service' ? (
              <span className="flex shrink-0 items-center gap-1 font-medium text-ink-soft">
                <Cloud size={12} strokeWidth={2} aria-hidden /> {messages.ui.atService}
              </span>
            ) : null}
            <span className="truncate">{facts}</span>
          </span>
        </span>
      </button>
      <span className="flex shrink-0 pr-1">{children}</span>
      {progress ? <span className="absolute inset-x-2 bottom-0">{progress}</span> : null}
    </li>
  )
}

type ThumbnailProps = {
  readonly picture: Blob | null
  /** Whether there will be no picture, so that an icon is shown instead. */
  readonly isMissing: boolean
  readonly isVideo?: boolean
}

/** A small picture of a file, or an icon if there is none. Its size does not change while it loads. */
export function Thumbnail({ picture, isMissing, isVideo = false }: ThumbnailProps) {
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
