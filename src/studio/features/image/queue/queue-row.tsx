import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Square, X } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { percent } from '#studio/features/image/words/progress-words.ts'
import { stateText } from '#studio/features/image/words/queue-words.ts'
import { bytesText, sizeText } from '#studio/media/amounts.ts'
import { pictureLook } from '#studio/queries/picture-look.ts'
import { IconButton } from '#studio/ui/icon-button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { ImageQueue } from './image-queue.ts'
import type { QueueItem } from './queue-state.ts'
import { StateMark, stateColor } from './state-mark.tsx'
import { Thumbnail } from './thumbnail.tsx'

type Props = { readonly item: QueueItem; readonly selected: boolean; readonly queue: ImageQueue }

/** Rendered again only when its own item changes: a queue may hold hundreds. */
export const QueueRow = memo(function QueueRow({ item, selected, queue }: Props) {
  const { data: look } = useQuery(pictureLook(item))
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (selected) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  const busy = item.state === 'waiting' || item.state === 'working'
  const retryable = item.state === 'failed' || item.state === 'cancelled'
  return (
    <li
      ref={ref}
      data-state={item.state}
      className={`group relative flex items-center rounded-md transition-colors max-lg:w-56 max-lg:shrink-0 ${selected ? 'bg-raised shadow-edge inset-ring inset-ring-line-strong' : 'hover:bg-ink/5'}`}
    >
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={() => queue.select(item.id)}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md p-1.5 text-left"
      >
        <Thumbnail look={look} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium" title={item.name}>
            {item.name}
          </span>
          <span className={`figures flex items-center gap-1 text-xs ${stateColor(item)}`}>
            <StateMark item={item} />
            <span className="truncate">{stateText(item)}</span>
          </span>
          <span className="figures block truncate text-2xs text-ink-faint">
            {look?.size ? `${sizeText(look.size)} · ` : ''}
            {bytesText(item.file.size)}
          </span>
        </span>
      </button>
      <span className="flex shrink-0 pr-1">
        {busy ? (
          <IconButton small icon={Square} label={`Stop ${item.name}`} onClick={() => queue.cancel(item.id)} />
        ) : null}
        {retryable ? (
          <IconButton
            small
            icon={RotateCcw}
            label={`Try ${item.name} again`}
            onClick={() => queue.retry(item.id)}
          />
        ) : null}
        <IconButton small icon={X} label={`Remove ${item.name}`} onClick={() => queue.remove(item.id)} />
      </span>
      {item.state === 'working' ? (
        <span className="absolute inset-x-2 bottom-0">
          <ProgressBar
            slim
            label={`Progress of ${item.name}, in the list`}
            percent={percent(item.progress)}
          />
        </span>
      ) : null}
    </li>
  )
})
