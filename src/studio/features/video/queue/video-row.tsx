import { useQuery } from '@tanstack/react-query'
import {
  Ban,
  Check,
  CircleAlert,
  Clock,
  Download,
  Film,
  LoaderCircle,
  type LucideIcon,
  Pause,
  Play,
  Square,
  X,
} from 'lucide-react'
import { memo } from 'react'
import type { SaveVideo } from '#studio/features/video/export/use-save-video.ts'
import { keptText } from '#studio/features/video/viewer/metadata-text.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { videoStrip } from '#studio/queries/on-device.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { ListRow, Thumbnail } from '#studio/ui/list-row.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import {
  activeJob,
  currentRunLocation,
  isInProgress,
  pausableJob,
  phaseOf,
  resultsOf,
  type VideoItem,
  type VideoPhase,
} from './video-item.ts'
import type { VideoQueue } from './video-queue.ts'
import { percentOf, phaseText } from './video-status-text.ts'

const { row: texts } = messages.video

type Props = {
  readonly item: VideoItem
  readonly selected: boolean
  readonly queue: VideoQueue
  readonly saving: SaveVideo
  readonly onSelect: (id: string) => void
}

/** Names of the states for tests and styles, the same as for pictures. */
const rowStates: Readonly<Record<VideoPhase, string>> = {
  reading: 'reading',
  unreadable: 'failed',
  ready: 'ready',
  starting: 'working',
  waiting: 'waiting',
  working: 'working',
  paused: 'paused',
  done: 'done',
  failed: 'failed',
  stopped: 'cancelled',
  expired: 'expired',
}

/** One video in the list. Renders again only when its own item changes. */
export const VideoRow = memo(function VideoRow({ item, selected, queue, saving, onSelect }: Props) {
  const phase = phaseOf(item)
  const result = resultsOf(item)[0]
  return (
    <ListRow
      name={item.name}
      state={rowStates[phase]}
      selected={selected}
      onSelect={() => onSelect(item.id)}
      thumbnail={
        item.file && item.facts ? (
          <StripThumb file={item.file} />
        ) : (
          <Thumbnail picture={null} isMissing isVideo />
        )
      }
      mark={
        <>
          <PhaseMark phase={phase} />
          <span className="truncate">{phaseText(item)}</span>
        </>
      }
      markColor={phaseColor(phase)}
      facts={factsOf(item)}
      runLocation={currentRunLocation(item)}
      progress={
        phase === 'working' || phase === 'paused' ? (
          <ProgressBar slim label={messages.video.progress.ofInList(item.name)} percent={percentOf(item)} />
        ) : null
      }
    >
      {pausableJob(item) ? (
        <IconButton
          small
          icon={phase === 'paused' ? Play : Pause}
          label={phase === 'paused' ? texts.resume(item.name) : texts.pause(item.name)}
          onClick={() => queue.togglePause(item.id)}
        />
      ) : isInProgress(phase) && activeJob(item)?.runLocation !== 'service' ? (
        <IconButton small icon={Square} label={texts.stop(item.name)} onClick={() => queue.cancel(item.id)} />
      ) : null}
      {result && phase === 'done' && !selected ? (
        <IconButton
          small
          icon={Download}
          label={texts.save(item.name)}
          disabled={saving.isSaving}
          onClick={() => saving.save(item, result)}
        />
      ) : null}
      <IconButton small icon={X} label={texts.remove(item.name)} onClick={() => queue.remove(item.id)} />
    </ListRow>
  )
})

function StripThumb({ file }: { readonly file: Blob }) {
  const { data: thumbs, isError } = useQuery(videoStrip(useService(), file))
  return <Thumbnail picture={thumbs?.[0] ?? null} isMissing={isError} isVideo />
}

const factsOf = (item: VideoItem): string => {
  const job = item.jobs[0]?.job
  const seconds = item.facts?.durationSeconds ?? job?.duration_seconds
  const size = item.facts ?? job
  const kept = phaseOf(item) === 'done' && job ? keptText(job.expires_at, Date.now()) : null
  return [
    ...(seconds === undefined ? [] : [formatDuration(seconds)]),
    ...(size ? [formatPixelSize(size)] : []),
    ...(kept ? [kept] : item.file ? [formatBytes(item.file.size)] : []),
  ].join(' · ')
}

const marks: Readonly<Record<VideoPhase, LucideIcon>> = {
  reading: Clock,
  unreadable: CircleAlert,
  ready: Film,
  starting: LoaderCircle,
  waiting: Clock,
  working: LoaderCircle,
  paused: Pause,
  done: Check,
  failed: CircleAlert,
  stopped: Ban,
  expired: Clock,
}

const PhaseMark = ({ phase }: { readonly phase: VideoPhase }) => {
  const Icon = marks[phase]
  return (
    <Icon
      size={13}
      strokeWidth={2.25}
      aria-hidden
      className={`shrink-0 ${phase === 'working' || phase === 'starting' ? 'animate-spin' : ''}`}
    />
  )
}

const phaseColor = (phase: VideoPhase): string => {
  if (phase === 'failed' || phase === 'unreadable') return 'text-fault'
  return phase === 'done' ? 'text-mark' : 'text-ink-faint'
}
