import { useQuery } from '@tanstack/react-query'
import {
  Ban,
  Check,
  CircleAlert,
  Clock,
  CloudUpload,
  LoaderCircle,
  RotateCcw,
  Square,
  TriangleAlert,
  X,
} from 'lucide-react'
import { memo } from 'react'
import { percent } from '#studio/features/image/progress.ts'
import { isDoubtful } from '#studio/features/image/result-confidence.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { ListRow, Thumbnail } from '#studio/ui/list-row.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { stateText } from './announcements.ts'
import type { ImageQueue } from './image-queue.ts'
import { answerOf, isAtWork, type QueueItem } from './queue-state.ts'

type Props = {
  readonly item: QueueItem
  readonly selected: boolean
  readonly queue: ImageQueue
  readonly onSelect: (id: string) => void
}

/** Rendered again only when its own item changes: a queue may hold hundreds. */
export const QueueRow = memo(function QueueRow({ item, selected, queue, onSelect }: Props) {
  const { data: look } = useQuery(pictureInfo(item))
  const busy = isAtWork(item)
  const retryable = item.place === 'device' && (item.state === 'failed' || item.state === 'cancelled')
  return (
    <ListRow
      name={item.name}
      state={item.state}
      selected={selected}
      onSelect={() => onSelect(item.id)}
      thumbnail={
        <Thumbnail picture={look?.thumbnail ?? null} isMissing={look !== undefined && !look.thumbnail} />
      }
      mark={
        <>
          <StateMark item={item} />
          <span className="truncate">{stateText(item)}</span>
        </>
      }
      markColor={stateColor(item)}
      place={item.place}
      facts={`${look?.size ? `${formatPixelSize(look.size)} · ` : ''}${formatBytes(item.file.size)}`}
      progress={
        item.state === 'working' ? (
          <ProgressBar
            slim
            label={`Progress of ${item.name}, in the list`}
            percent={percent(item.progress)}
          />
        ) : null
      }
    >
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
    </ListRow>
  )
})

/** The state of an item as a sign; its words stand beside it. */
function StateMark({ item }: { readonly item: QueueItem }) {
  const look = { size: 13, strokeWidth: 2.25, 'aria-hidden': true, className: 'shrink-0' } as const
  const answer = answerOf(item)
  switch (item.state) {
    case 'unsent':
      return <CloudUpload {...look} />
    case 'waiting':
      return <Clock {...look} />
    case 'working':
      return <LoaderCircle {...look} className="shrink-0 animate-spin" />
    case 'done':
      return answer && isDoubtful(answer.facts) ? <TriangleAlert {...look} /> : <Check {...look} />
    case 'failed':
      return <CircleAlert {...look} />
    case 'cancelled':
      return <Ban {...look} />
  }
}

/** The colour of an item's state. */
const stateColor = (item: QueueItem): string => {
  const answer = answerOf(item)
  if (item.state === 'failed') return 'text-fault'
  if (item.state === 'done') return answer && isDoubtful(answer.facts) ? 'text-doubt' : 'text-mark'
  return 'text-ink-faint'
}
