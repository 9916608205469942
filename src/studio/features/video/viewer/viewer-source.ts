import type { Size } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isInProgress } from '#library/items/item.ts'
import type { Trim } from '#library/videos/trim-range.ts'
import { activeJob, phaseOf, type VideoItem, type VideoJob } from '#library/videos/video-item.ts'

/** The shown video, and the job whose cut-out is drawn over it. */
export type ViewerSource = {
  /** Differs for every part of every video, and is the same for all jobs of a part. */
  readonly key: string
  readonly file: Blob | null
  readonly job: VideoJob | null
  /** The displayed size of the file if it is a part of its frames; otherwise null. */
  readonly croppedSize: Size | null
}

/** The options of the next result. */
export type WantedResult = {
  readonly options: VideoOptions
  /** The composition; null for none. */
  readonly parts: CompositionParts | null
  /** Whether it has a separate matte file. */
  readonly hasMatte: boolean
}

/** The whole video while a part is chosen; otherwise the part being worked on, or the result that Save writes. */
export const viewerSourceOf = (item: VideoItem, toSave: VideoJob | null): ViewerSource => {
  const job = isInProgress(phaseOf(item)) ? activeJob(item) : toSave
  const file = job?.source ?? item.file
  return {
    key: job ? `part-${item.id}-${trimText(job.trim)}` : `whole-${item.id}`,
    file,
    job,
    // A part cut from the file is written at its displayed size.
    croppedSize: item.facts?.isCropped && !job?.trim ? item.facts : null,
  }
}

const trimText = (trim: Trim): string => (trim ? `${trim.fromSeconds}-${trim.toSeconds}` : 'all')

/** Whether at least some browsers play this format. */
export const isPlayable = ({ format }: Pick<VideoOptions, 'format'>): boolean =>
  videoFormatRow(format).shownBy === 'video'

/** The displayed size in pixels: of the probed source, or else of the newest job. */
export const pictureSize = (item: VideoItem): Size | null => item.facts ?? item.jobs[0]?.job ?? null
