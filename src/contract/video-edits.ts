import * as v from 'valibot'
import {
  type AlternativeEdit,
  type Edit,
  type EditsOf,
  type ImageEdits,
  noEdits,
  parseImageEdits,
} from './image-edits.ts'
import { ServiceError } from './service-error.ts'

/** An edit of one frame of a video. */
export type TimedEdit = Edit & {
  /** When the frame is first shown, in seconds from the start of the source. */
  readonly atSeconds: number
  /** How far it reaches, and the edits of its run with it; absent for as far as the motion propagates it. */
  readonly reach?: TimeSpan
}

/** From the time of the first frame to that of the last one. */
export type TimeSpan = { readonly fromSeconds: number; readonly toSeconds: number }

/**
 * The edits of a video, as plain data: edits of frames in the order in which they were made, in pixels of the upright
 * source, and the edge values, which hold for all frames.
 */
export type VideoEdits = EditsOf<TimedEdit>

/** No clip is as long; longer ones are refused before. */
const maxSeconds = 86_400

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(maxSeconds))

const timesSchema = v.object({
  list: v.array(
    v.pipe(
      v.object({
        atSeconds: seconds,
        reach: v.exactOptional(v.object({ fromSeconds: seconds, toSeconds: seconds })),
      }),
      v.check(
        ({ atSeconds, reach }) => !reach || (reach.fromSeconds <= atSeconds && atSeconds <= reach.toSeconds),
      ),
    ),
  ),
})

/** Reads edits that were stored. Throws like `parseImageEdits`. */
export const parseVideoEdits = (value: unknown): VideoEdits => {
  const edits = parseImageEdits(value)
  const times = v.safeParse(timesSchema, value)
  if (!times.success) throw new ServiceError('validation_error', { reason: 'edits_unreadable' })
  const list = edits.list.map((edit, at) => ({ ...edit, ...(times.output.list[at] ?? { atSeconds: 0 }) }))
  return { ...edits, list }
}

/** Edits that follow each other on one frame. */
export type FrameEdits = { readonly atSeconds: number; readonly list: readonly TimedEdit[] }

/**
 * The edits in runs of the same frame, in the order in which they were made. A frame that was edited again after
 * another one has several runs, since the later ones were made on what the other one had brought.
 */
export const editRuns = ({ list }: Pick<VideoEdits, 'list'>): readonly FrameEdits[] => {
  const runs: { atSeconds: number; list: TimedEdit[] }[] = []
  for (const edit of list) {
    const last = runs.at(-1)
    if (last?.atSeconds === edit.atSeconds) last.list.push(edit)
    else runs.push({ atSeconds: edit.atSeconds, list: [edit] })
  }
  return runs
}

/** How far the edits of a run are told to reach; undefined for as far as the motion propagates them. */
export const toldReach = ({ list }: FrameEdits): TimeSpan | undefined =>
  list.findLast(({ reach }) => reach)?.reach

/** The edits with another reach of the run at an index of `editRuns`; null gives it the one of its motion back. */
export const withReach = (edits: VideoEdits, index: number, reach: TimeSpan | null): VideoEdits => ({
  ...edits,
  list: editRuns(edits).flatMap(({ list }, at) =>
    at === index
      ? list.map(({ reach: _, ...edit }, i) => (reach && i === list.length - 1 ? { ...edit, reach } : edit))
      : list,
  ),
})

/** The times of all edited frames, each once, from the first frame on. */
export const editedTimes = ({ list }: Pick<VideoEdits, 'list'>): readonly number[] =>
  [...new Set(list.map(({ atSeconds }) => atSeconds))].sort((a, b) => a - b)

/** The edits of one run as those of an image, without the values of the edge, which belong to the video. */
export const imageEditsOf = ({ list }: FrameEdits): ImageEdits => ({
  ...noEdits,
  list: list.map(({ atSeconds: _, reach: _reach, ...edit }) => edit),
})

/** The frame that is shown at a time. */
export type FrameWanted = {
  readonly atSeconds: number
  /** Most pixels of its pictures. */
  readonly maxPixels: number
  /** Whether the frame itself is wanted too. */
  readonly wantsOriginal: boolean
}

/** One frame of a video with edits. */
export type FramePreview = {
  /** When the frame begins, from the start of the video: the time that edits of it have. */
  readonly atSeconds: number
  /** The whole frame as an edited cut-out, as PNG. */
  readonly cutout: Blob
  /** The frame itself as JPEG; null where it was not wanted. */
  readonly original: Blob | null
}

/** Other cut-outs of one frame of a video that may be meant. */
export type FrameProposals = {
  /** When the frame begins, from the start of the video: the time that edits of it have. */
  readonly atSeconds: number
  /** The edits that take them, the likeliest first. */
  readonly takes: readonly AlternativeEdit[]
  /** The frame, small, as JPEG. */
  readonly picture: Blob
}

/** How far the edits of a frame reach: the times of the first and the last frame that they change. */
export type EditReach = TimeSpan & { readonly atSeconds: number }

/** The uncertainty of a frame beyond which it needs a look. */
export const maxUncertainty = 0.2

/** How much the matte of a frame is worth a look. */
export type FrameRating = {
  /** When the frame begins. */
  readonly seconds: number
  /** The share of the subject that the matte is uncertain about, 0 to 1. */
  readonly uncertainty: number
  /** The share of the subject that flickers, 0 to 1. */
  readonly flicker: number
}
