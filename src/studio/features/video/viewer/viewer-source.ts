import type { Size } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isInProgress } from '#library/items/item.ts'
import type { Trim } from '#library/videos/trim-range.ts'
import { activeJob, phaseOf, type VideoItem, type VideoJob } from '#library/videos/video-item.ts'

/** What the viewer shows: a video, and the job whose cut-out is drawn over it. */
export type ViewerSource = {
  /** Differs for every part of every video, and is the same for all jobs of a part. */
  readonly key: string
  readonly file: Blob | null
  readonly job: VideoJob | null
  /** The size in which the file is displayed if that is a part of its frames; else null. */
  readonly croppedSize: Size | null
}

/** What the next result is made with. */
export type WantedResult = {
  readonly options: VideoOptions
  /** What stands behind and around the subject. */
  readonly parts: CompositionParts | null
  /** It has a matte beside it. */
  readonly hasMatte: boolean
}

/** The whole video while a part is chosen, else the part that is worked on, or the result that Save writes. */
export const viewerSourceOf = (item: VideoItem, toSave: VideoJob | null): ViewerSource => {
  const job = isInProgress(phaseOf(item)) ? activeJob(item) : toSave
  const file = job?.source ?? item.file
  return {
    key: job ? `part-${item.id}-${trimText(job.trim)}` : `whole-${item.id}`,
    file,
    job,
    // A part that was cut out of the file is written as it is displayed.
    croppedSize: item.facts?.isCropped && !job?.trim ? item.facts : null,
  }
}

const trimText = (trim: Trim): string => (trim ? `${trim.fromSeconds}-${trim.toSeconds}` : 'all')

/** Whether at least some browsers play this format. */
export const isPlayable = ({ format }: Pick<VideoOptions, 'format'>): boolean =>
  videoFormatRow(format).shownBy === 'video'

/** Displayed size in pixels: of the source where it is probed, else of the newest job. */
export const pictureSize = (item: VideoItem): Size | null => item.facts ?? item.jobs[0]?.job ?? null
