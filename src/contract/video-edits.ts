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
  /** Start of the frame, in seconds from the start of the source. */
  readonly atSeconds: number
  /** Reach of the edit's run; absent: as far as the motion propagates it. */
  readonly reach?: TimeSpan
}

/** From the time of the first frame to that of the last. */
export type TimeSpan = { readonly fromSeconds: number; readonly toSeconds: number }

/**
 * Edits of a video, as plain data: edits of frames in chronological order, in pixels of the upright source, and edge
 * values for all frames.
 */
export type VideoEdits = EditsOf<TimedEdit>

/** Longer clips are refused earlier. */
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

/** Parses stored edits. Throws like `parseImageEdits`. */
export const parseVideoEdits = (value: unknown): VideoEdits => {
  const edits = parseImageEdits(value)
  const times = v.safeParse(timesSchema, value)
  if (!times.success) throw new ServiceError('validation_error', { reason: 'edits_unreadable' })
  const list = edits.list.map((edit, at) => ({ ...edit, ...(times.output.list[at] ?? { atSeconds: 0 }) }))
  return { ...edits, list }
}

/** Consecutive edits of one frame. */
export type FrameEdits = { readonly atSeconds: number; readonly list: readonly TimedEdit[] }

/**
 * Groups consecutive edits of the same frame, in chronological order. A frame edited again after another one has
 * several runs, since later edits build on what the other one propagated.
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

/** The chosen reach of a run; undefined: as far as the motion propagates it. */
export const toldReach = ({ list }: FrameEdits): TimeSpan | undefined =>
  list.findLast(({ reach }) => reach)?.reach

/** The edits with the reach of the run at `index` of `editRuns` replaced; null restores that of the motion. */
export const withReach = (edits: VideoEdits, index: number, reach: TimeSpan | null): VideoEdits => ({
  ...edits,
  list: editRuns(edits).flatMap(({ list }, at) =>
    at === index
      ? list.map(({ reach: _, ...edit }, i) => (reach && i === list.length - 1 ? { ...edit, reach } : edit))
      : list,
  ),
})

/** The times of all edited frames, ascending. */
export const editedTimes = ({ list }: Pick<VideoEdits, 'list'>): readonly number[] =>
  [...new Set(list.map(({ atSeconds }) => atSeconds))].sort((a, b) => a - b)

/** The edits of a run as image edits, without the edge values, which belong to the video. */
export const imageEditsOf = ({ list }: FrameEdits): ImageEdits => ({
  ...noEdits,
  list: list.map(({ atSeconds: _, reach: _reach, ...edit }) => edit),
})

/** A request for the frame at a time. */
export type FrameWanted = {
  readonly atSeconds: number
  /** Maximum of pixels per picture. */
  readonly maxPixels: number
  /** Whether the unedited frame is wanted too. */
  readonly wantsOriginal: boolean
}

/** A frame with edits. */
export type FramePreview = {
  /** Start of the frame, in seconds from the start of the video, as in its edits. */
  readonly atSeconds: number
  /** The whole frame as an edited cut-out, PNG. */
  readonly cutout: Blob
  /** The unedited frame, JPEG; null if not requested. */
  readonly original: Blob | null
}

/** Alternative cut-outs of a frame. */
export type FrameProposals = {
  /** Start of the frame, in seconds from the start of the video, as in its edits. */
  readonly atSeconds: number
  /** Edits that apply the alternatives, the most likely first. */
  readonly takes: readonly AlternativeEdit[]
  /** A small JPEG of the frame. */
  readonly picture: Blob
}

/** The times of the first and last frame that a frame's edits change. */
export type EditReach = TimeSpan & { readonly atSeconds: number }

/** Uncertainty from which a frame needs a look. */
export const maxUncertainty = 0.2

/** How much a frame's matte needs a look. */
export type FrameRating = {
  /** Start of the frame. */
  readonly seconds: number
  /** Uncertain share of the subject, 0 to 1. */
  readonly uncertainty: number
  /** Flickering share of the subject, 0 to 1. */
  readonly flicker: number
}
