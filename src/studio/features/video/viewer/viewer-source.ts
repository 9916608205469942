import type { VideoOptions } from '#contract/video-options.ts'
import {
  activeJob,
  isChoosingPart,
  isInProgress,
  phaseOf,
  resultsOf,
  type VideoItem,
  type VideoJob,
} from '#studio/features/video/queue/video-item.ts'

/** What the stage plays: a video, and the job whose cut-out is laid over it. */
export type ViewerSource = {
  /** Another film has another name. */
  readonly key: string
  readonly source: Blob | null
  readonly job: VideoJob | null
}

/** The whole video to choose from, the part that is worked on, or the newest result. */
export const viewerSourceOf = (item: VideoItem): ViewerSource => {
  const phase = phaseOf(item)
  const job = isInProgress(phase)
    ? activeJob(item)
    : isChoosingPart(item)
      ? null
      : (resultsOf(item)[0] ?? null)
  return job
    ? { key: job.job.id, source: job.source ?? item.file, job }
    : { key: `whole-${item.id}`, source: item.file, job: null }
}

/** Whether browsers play what was written, at least some of them. */
export const isPlayable = ({ format }: Pick<VideoOptions, 'format'>): boolean =>
  format === 'webm' || format === 'mp4'

/** The size of the picture as displayed, whatever is known of it by now. */
export const pictureSize = (item: VideoItem): { readonly width: number; readonly height: number } | null =>
  item.facts ?? item.jobs[0]?.job ?? null
