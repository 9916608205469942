import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { JobId } from '#contract/ids.ts'
import { phaseOf, resultsOf, type VideoItem } from '#library/videos/video-item.ts'
import { uncertainFrames } from '#studio/features/video/edit/uncertain-frames.ts'
import { keptText } from '#studio/features/video/viewer/metadata-text.ts'
import { useActivityLog, useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { matteRatings } from '#studio/queries/edited-frame.ts'
import { videoResult } from '#studio/queries/job.ts'
import { resultThumbnail, videoStrip } from '#studio/queries/on-device.ts'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'

const texts = messages.video.edit

type Props = { readonly item: VideoItem; readonly isLarge?: boolean }

/** The first frame of its result, small; before there is one on this device, that of the video. */
export const VideoThumbnail = ({ item, isLarge = false }: Props) => {
  const [result] = resultsOf(item)
  const source =
    item.file && item.facts ? (
      <StripThumbnail file={item.file} isLarge={isLarge} />
    ) : (
      <Thumbnail picture={null} isMissing isVideo isLarge={isLarge} />
    )
  return result?.runLocation === 'device' ? (
    <ResultThumbnail id={result.job.id} {...{ source, isLarge }} />
  ) : (
    source
  )
}

type ResultProps = { readonly id: JobId; readonly source: ReactNode; readonly isLarge: boolean }

/** Shows `source` until the result is there, and where it cannot be read. */
function ResultThumbnail({ id, source, isLarge }: ResultProps) {
  const service = useService()
  const sources = { device: service, service: null, activityLog: useActivityLog() }
  const { data: file } = useQuery(videoResult(sources, id, 'device'))
  const { data: thumbs } = useQuery({
    ...resultThumbnail(service, file ?? noFile),
    enabled: file !== undefined,
  })
  return thumbs?.[0] ? (
    <Thumbnail picture={thumbs[0]} isMissing={false} isVideo isResult isLarge={isLarge} />
  ) : (
    source
  )
}

const noFile = new Blob()

function StripThumbnail({ file, isLarge }: { readonly file: Blob; readonly isLarge: boolean }) {
  const { data: thumbs, isError } = useQuery(videoStrip(useService(), file))
  return <Thumbnail picture={thumbs?.[0] ?? null} isMissing={isError} isVideo isLarge={isLarge} />
}

/** How many places of its result are in doubt, over its picture. */
export function FramesInDoubt({ item }: Pick<Props, 'item'>) {
  const announce = useAnnounce()
  const made = resultsOf(item).find(({ runLocation }) => runLocation === 'device')
  const version = made?.edits ? 'made' : 'unedited'
  const { data: ratings } = useQuery({
    ...matteRatings(useService(), made?.job.id ?? 'job_none', made?.edits, version),
    enabled: made !== undefined,
  })
  const text = ratings ? texts.placesInDoubt(uncertainFrames(ratings).length) : ''
  useEffect(() => {
    if (text) announce(text)
  }, [text, announce])
  return text ? (
    <p className="figures absolute bottom-1 left-1 rounded-xs bg-panel/90 px-1.5 text-xs text-ink">{text}</p>
  ) : null
}

/** `0:12 · 1920 × 1080 · 8 MB`, or `0:12 · kept for 24 h` */
export const VideoFacts = ({ item }: Props) => {
  const job = (resultsOf(item)[0] ?? item.jobs[0])?.job
  const seconds = item.facts?.durationSeconds ?? job?.duration_seconds
  const size = item.facts ?? job
  const kept = phaseOf(item) === 'done' && job ? keptText(job.expires_at, Date.now()) : null
  return [
    ...(seconds === undefined ? [] : [formatDuration(seconds)]),
    // A row has room for two of them.
    ...(size && !kept ? [formatPixelSize(size)] : []),
    ...(kept ? [kept] : item.file ? [formatBytes(item.file.size)] : []),
  ].join(' · ')
}
