import { useQuery } from '@tanstack/react-query'
import { Download, Pause, Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobId } from '#contract/ids.ts'
import { isInProgress } from '#library/items/item.ts'
import {
  activeJob,
  pausableJob,
  phaseOf,
  resultsOf,
  type VideoItem,
  type VideoJob,
} from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import type { SaveVideo } from '#studio/features/video/export/save-video.ts'
import { keptText } from '#studio/features/video/viewer/metadata-text.ts'
import { useActivityLog, useService } from '#studio/hooks/use-service.ts'
import type { RowCommand } from '#studio/items/media-kind.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { videoResult } from '#studio/queries/job.ts'
import { resultThumbnail, videoStrip } from '#studio/queries/on-device.ts'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'

const texts = messages.items.row

type Props = { readonly item: VideoItem }

/** The first frame of its result, small; before there is one on this device, that of the video. */
export const VideoThumbnail = ({ item }: Props) => {
  const [result] = resultsOf(item)
  const source =
    item.file && item.facts ? (
      <StripThumbnail file={item.file} />
    ) : (
      <Thumbnail picture={null} isMissing isVideo />
    )
  return result?.runLocation === 'device' ? <ResultThumbnail id={result.job.id} source={source} /> : source
}

/** Shows `source` until the result is there, and where it cannot be read. */
function ResultThumbnail({ id, source }: { readonly id: JobId; readonly source: ReactNode }) {
  const service = useService()
  const sources = { device: service, service: null, activityLog: useActivityLog() }
  const { data: file } = useQuery(videoResult(sources, id, 'device'))
  const { data: thumbs } = useQuery({
    ...resultThumbnail(service, file ?? noFile),
    enabled: file !== undefined,
  })
  return thumbs?.[0] ? <Thumbnail picture={thumbs[0]} isMissing={false} isVideo isResult /> : source
}

const noFile = new Blob()

function StripThumbnail({ file }: { readonly file: Blob }) {
  const { data: thumbs, isError } = useQuery(videoStrip(useService(), file))
  return <Thumbnail picture={thumbs?.[0] ?? null} isMissing={isError} isVideo />
}

/** `0:12 · 1920 × 1080 · 8 MB` */
export const VideoFacts = ({ item }: Props) => {
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

const isPaused = (item: VideoItem) => phaseOf(item) === 'paused'

/** The buttons that stop, pause and save a video. */
export const videoRowCommands = (
  queue: Pick<VideoQueue, 'cancel' | 'togglePause'>,
  saving: Pick<SaveVideo, 'start'>,
  toSave: (item: VideoItem) => VideoJob | null,
): readonly RowCommand<VideoItem>[] => [
  {
    icon: (item) => (isPaused(item) ? Play : Pause),
    label: (item) => (isPaused(item) ? texts.resume(item.name) : texts.pause(item.name)),
    applies: (item) => pausableJob(item) !== null,
    run: ({ id }) => queue.togglePause(id),
  },
  {
    icon: () => Square,
    label: ({ name }) => texts.stop(name),
    applies: (item) =>
      !pausableJob(item) && isInProgress(phaseOf(item)) && activeJob(item)?.runLocation !== 'service',
    run: ({ id }) => queue.cancel(id),
  },
  {
    icon: () => Download,
    label: ({ name }) => texts.save(name),
    // The panel has the same button for the video that is shown.
    applies: (item, isSelected) => !isSelected && !isInProgress(phaseOf(item)) && toSave(item) !== null,
    run: (item) => {
      const result = toSave(item)
      if (result) saving.start('save', item, result)
    },
  },
]
