import type { Size } from '#base/geometry.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import {
  activeJob,
  isInProgress,
  phaseOf,
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

/** The whole video while a part is chosen, else the part that is worked on, or the result that Save writes. */
export const viewerSourceOf = (item: VideoItem, toSave: VideoJob | null): ViewerSource => {
  const job = isInProgress(phaseOf(item)) ? activeJob(item) : toSave
  return job
    ? { key: job.job.id, file: job.source ?? item.file, job }
    : { key: `whole-${item.id}`, file: item.file, job: null }
}

/** Whether at least some browsers play this format. */
export const isPlayable = ({ format }: Pick<VideoOptions, 'format'>): boolean =>
  videoFormatRow(format).shownBy === 'video'

/** Displayed size in pixels: of the source where it is probed, else of the newest job. */
export const pictureSize = (item: VideoItem): Size | null => item.facts ?? item.jobs[0]?.job ?? null
