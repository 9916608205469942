import type { Size } from '#base/geometry.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
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

/** What the viewer shows: a video, and the job whose cut-out is drawn over it. */
export type ViewerSource = {
  /** Differs for every source. */
  readonly key: string
  readonly file: Blob | null
  readonly job: VideoJob | null
}

/** The whole video while a part is chosen, else the part that is worked on, or the newest result. */
export const viewerSourceOf = (item: VideoItem): ViewerSource => {
  const phase = phaseOf(item)
  const job = isInProgress(phase)
    ? activeJob(item)
    : isChoosingPart(item)
      ? null
      : (resultsOf(item)[0] ?? null)
  return job
    ? { key: job.job.id, file: job.source ?? item.file, job }
    : { key: `whole-${item.id}`, file: item.file, job: null }
}

/** Whether at least some browsers play this format. */
export const isPlayable = ({ format }: Pick<VideoOptions, 'format'>): boolean =>
  videoFormatRow(format).shownBy === 'video'

/** Displayed size in pixels: of the source where it is probed, else of the newest job. */
export const pictureSize = (item: VideoItem): Size | null => item.facts ?? item.jobs[0]?.job ?? null
