import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Square, X } from 'lucide-react'
import { memo } from 'react'
import { percent } from '#studio/features/image/words/progress-words.ts'
import { stateText } from '#studio/features/image/words/queue-words.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { pictureLook } from '#studio/queries/picture-look.ts'
import { IconButton } from '#studio/ui/icon-button.tsx'
import { ListRow } from '#studio/ui/list-row.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'
import type { ImageQueue } from './image-queue.ts'
import { isAtWork, type QueueItem } from './queue-state.ts'
import { StateMark, stateColor } from './state-mark.tsx'

type Props = {
  readonly item: QueueItem
  readonly selected: boolean
  readonly queue: ImageQueue
  readonly onSelect: (id: string) => void
}

/** Rendered again only when its own item changes: a queue may hold hundreds. */
export const QueueRow = memo(function QueueRow({ item, selected, queue, onSelect }: Props) {
  const { data: look } = useQuery(pictureLook(item))
  const busy = isAtWork(item)
  const retryable = item.place === 'device' && (item.state === 'failed' || item.state === 'cancelled')
  return (
    <ListRow
      name={item.name}
      state={item.state}
      selected={selected}
      onSelect={() => onSelect(item.id)}
      thumbnail={<Thumbnail picture={look?.thumb ?? null} isMissing={look !== undefined && !look.thumb} />}
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
