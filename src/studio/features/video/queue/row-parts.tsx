import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { JobId } from '#contract/ids.ts'
import { phaseOf, resultsOf, type VideoItem } from '#library/videos/video-item.ts'
import { keptText } from '#studio/features/video/viewer/metadata-text.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { videoResult } from '#studio/queries/job.ts'
import { resultThumbnail, videoStrip } from '#studio/queries/on-device.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'

type Props = { readonly item: VideoItem; readonly isLarge?: boolean }

/** A thumbnail of the result's first frame, or of the video's before there is a result on this device. */
export const VideoThumbnail = ({ item, isLarge = false }: Props) => {
  const [result] = resultsOf(item)
  const source =
    item.file && item.facts ? (
      <StripThumbnail file={item.file} isLarge={isLarge} />
    ) : (
      <Thumbnail picture={null} isMissing isVideo isLarge={isLarge} />
    )
  return result?.runLocation === 'device' ? (
    <ResultThumbnail id={result.job.id} source={source} isLarge={isLarge} />
  ) : (
    source
  )
}

type ResultProps = { readonly id: JobId; readonly source: ReactNode; readonly isLarge: boolean }

/** Shows `source` until the result is loaded, or if it cannot be read. */
function ResultThumbnail({ id, source, isLarge }: ResultProps) {
  const service = useService()
  const sources = { device: service, service: null, activityLog: useStudio().activityLog }
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

/** `0:12 · 1920 × 1080 · 8 MB`, or `0:12 · kept for 24 h` */
export const VideoFacts = ({ item }: Props) => {
  const job = (resultsOf(item)[0] ?? item.jobs[0])?.job
  const seconds = item.facts?.durationSeconds ?? job?.duration_seconds
  const size = item.facts ?? job
  const kept = phaseOf(item) === 'done' && job ? keptText(job.expires_at, Date.now()) : null
  return [
    ...(seconds === undefined ? [] : [formatDuration(seconds)]),
    // A row has space for two facts.
    ...(size && !kept ? [formatPixelSize(size)] : []),
    ...(kept ? [kept] : item.file ? [formatBytes(item.file.size)] : []),
  ].join(' · ')
}
