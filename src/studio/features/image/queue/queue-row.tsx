import { useQuery } from '@tanstack/react-query'
import {
  Ban,
  Check,
  CircleAlert,
  Clock,
  CloudUpload,
  LoaderCircle,
  type LucideIcon,
  RotateCcw,
  Square,
  TriangleAlert,
  X,
} from 'lucide-react'
import { memo } from 'react'
import { percent } from '#studio/features/image/progress.ts'
import { errorText, type ShownError } from '#studio/messages/error-text.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { ListRow, Thumbnail } from '#studio/ui/list-row.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { hasDoubtfulResult, pictureStateText } from './announcements.ts'
import type { ImageQueue } from './image-queue.ts'
import { type ItemState, isAtWork, type QueueItem } from './queue-state.ts'

const { row: texts, progress: progressTexts } = messages.image

type Props = {
  readonly item: QueueItem
  readonly selected: boolean
  readonly queue: ImageQueue
  readonly onSelect: (id: string) => void
}

/** A picture in the list. Memoised, since a queue may hold hundreds of pictures and one of them changes often. */
export const QueueRow = memo(function QueueRow({ item, selected, queue, onSelect }: Props) {
  const { data: info } = useQuery(pictureInfo(item))
  const isRetryable =
    item.runLocation === 'device' &&
    (item.state === 'cancelled' || (item.state === 'failed' && mayWorkAgain(item.error)))
  return (
    <ListRow
      name={item.name}
      state={item.state}
      selected={selected}
      onSelect={() => onSelect(item.id)}
      thumbnail={
        <Thumbnail picture={info?.thumbnail ?? null} isMissing={info !== undefined && !info.thumbnail} />
      }
      mark={
        <>
          <StateIcon item={item} />
          <span className="truncate">{pictureStateText(item)}</span>
        </>
      }
      markColor={stateColor(item)}
      runLocation={item.runLocation}
      facts={`${info?.size ? `${formatPixelSize(info.size)} · ` : ''}${formatBytes(item.file.size)}`}
      progress={
        item.state === 'working' ? (
          <ProgressBar slim label={progressTexts.ofInList(item.name)} percent={percent(item.progress)} />
        ) : null
      }
    >
      {isAtWork(item) ? (
        <IconButton small icon={Square} label={texts.stop(item.name)} onClick={() => queue.cancel(item.id)} />
      ) : null}
      {isRetryable ? (
        <IconButton
          small
          icon={RotateCcw}
          label={texts.retry(item.name)}
          onClick={() => queue.retry(item.id)}
        />
      ) : null}
      <IconButton small icon={X} label={texts.remove(item.name)} onClick={() => queue.remove(item.id)} />
    </ListRow>
  )
})

/** Whether another try may help: of a file that is no picture it would not. */
const mayWorkAgain = (error: ShownError | null): boolean =>
  error !== null && errorText(error, { at: 'image', fileKind: 'unknown' }).action === 'retry'

const stateIcons: Readonly<Record<ItemState, LucideIcon>> = {
  unsent: CloudUpload,
  waiting: Clock,
  working: LoaderCircle,
  done: Check,
  failed: CircleAlert,
  cancelled: Ban,
}

/** The state of an item as an icon; the text beside it says the same. */
function StateIcon({ item }: { readonly item: QueueItem }) {
  const Icon = hasDoubtfulResult(item) ? TriangleAlert : stateIcons[item.state]
  return (
    <Icon
      size={13}
      strokeWidth={2.25}
      aria-hidden
      className={item.state === 'working' ? 'shrink-0 animate-spin' : 'shrink-0'}
    />
  )
}

/** The class of an item's state colour. */
const stateColor = (item: QueueItem): string => {
  if (item.state === 'failed') return 'text-fault'
  if (item.state === 'done') return hasDoubtfulResult(item) ? 'text-doubt' : 'text-mark'
  return 'text-ink-faint'
}
