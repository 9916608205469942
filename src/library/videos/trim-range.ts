import { limits } from '#contract/limits.ts'
import { exceedsMaxDuration, type VideoFacts } from '#contract/video-facts.ts'

/** A part of a video in seconds; null for the whole video. */
export type Trim = { readonly fromSeconds: number; readonly toSeconds: number } | null

type Times = Pick<VideoFacts, 'durationSeconds' | 'fps' | 'frames'>

/** At least two frames, to have motion. */
const minFrames = 2

/** Duration of a frame in seconds. */
export const frameSeconds = ({ fps }: Pick<Times, 'fps'>): number => 1 / Math.max(1, fps)

/** The part as a range in seconds, also for the whole video. */
export const rangeOf = (trim: Trim, { durationSeconds }: Pick<Times, 'durationSeconds'>) =>
  trim ?? { fromSeconds: 0, toSeconds: durationSeconds }

/** The start of the frame nearest to `seconds`, within the video. */
const snapToFrame = (seconds: number, facts: Times): number => {
  const step = frameSeconds(facts)
  return Math.min(facts.durationSeconds, Math.max(0, Math.round(seconds / step) * step))
}

/**
 * The part after moving one end to `seconds`: snapped to a frame, never past the other end. If it would exceed
 * `maxSeconds`, the other end moves too. Null if the part is the whole video.
 */
export const moveTrimEnd = (
  trim: Trim,
  end: 'from' | 'to',
  seconds: number,
  facts: Times,
  maxSeconds = Number.POSITIVE_INFINITY,
): Trim => {
  const { fromSeconds, toSeconds } = rangeOf(trim, facts)
  const minSeconds = Math.min(facts.durationSeconds, minFrames * frameSeconds(facts))
  const at = snapToFrame(seconds, facts)
  const from = end === 'from' ? Math.max(0, Math.min(at, toSeconds - minSeconds)) : fromSeconds
  const to =
    end === 'to' ? Math.min(facts.durationSeconds, Math.max(at, fromSeconds + minSeconds)) : toSeconds
  const next = {
    fromSeconds: end === 'to' ? Math.max(from, to - maxSeconds) : from,
    toSeconds: end === 'from' ? Math.min(to, from + maxSeconds) : to,
  }
  const slack = frameSeconds(facts) / 2
  return next.fromSeconds < slack && next.toSeconds > facts.durationSeconds - slack ? null : next
}

/** Number of frames of a part, by the average rate: inexact for a variable frame rate. */
export const framesInTrim = (trim: Trim, facts: Times): number =>
  trim === null
    ? facts.frames
    : Math.min(facts.frames, Math.max(1, Math.round((trim.toSeconds - trim.fromSeconds) * facts.fps)))

/** Duration of a part in seconds. */
export const secondsInTrim = (trim: Trim, facts: Times): number => {
  const { fromSeconds, toSeconds } = rangeOf(trim, facts)
  return toSeconds - fromSeconds
}

/** Whether two parts are the same. */
export const sameTrim = (a: Trim, b: Trim): boolean =>
  a === b || (a?.fromSeconds === b?.fromSeconds && a?.toSeconds === b?.toSeconds)

/** The position of an end after a key press, in seconds; null for other keys. */
export const trimAfterKey = (key: string, seconds: number, facts: Times): number | null => {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
    case ',':
      return seconds - frameSeconds(facts)
    case 'ArrowRight':
    case 'ArrowUp':
    case '.':
      return seconds + frameSeconds(facts)
    case 'PageDown':
      return seconds - 1
    case 'PageUp':
      return seconds + 1
    case 'Home':
      return 0
    case 'End':
      return facts.durationSeconds
    default:
      return null
  }
}

/** Three times of a part, in seconds: near its start, in the middle, near its end. */
export const samplePreviewTimes = (trim: Trim, facts: Times): readonly number[] => {
  const { fromSeconds, toSeconds } = rangeOf(trim, facts)
  const length = toSeconds - fromSeconds
  return [0.1, 0.5, 0.9].map((part) => fromSeconds + length * part)
}

type VideoTiming = Pick<VideoFacts, 'durationSeconds' | 'fps'>

/** The file's size, which limits a part. */
export type FileSize = {
  readonly bytes: number
  /** Whether it was fetched from a link, which has a larger limit. */
  readonly isLink: boolean
}

/** The size of a video's file, and whether it came from a link. */
export const fileSizeOf = ({
  file,
  url,
}: {
  readonly file: Blob | null
  readonly url: string | null
}): FileSize => ({
  bytes: file?.size ?? 0,
  isLink: url !== null,
})

/**
 * Longest part in seconds, in whole frames: the whole video if within the limits, else what fits both duration and
 * bytes (Spec, Limits).
 */
export const maxPartSeconds = (facts: VideoTiming, { bytes, isLink }: FileSize): number => {
  const { durationSeconds } = facts
  const { maxSeconds, maxUploadBytes, maxUrlBytes } = limits.video
  if (!exceedsMaxDuration(durationSeconds) && bytes <= (isLink ? maxUrlBytes : maxUploadBytes))
    return durationSeconds
  const fittingSeconds = bytes > 0 ? (durationSeconds * maxUploadBytes) / bytes : durationSeconds
  const step = frameSeconds(facts)
  return Math.max(1, Math.floor(Math.min(maxSeconds, fittingSeconds) / step + 1e-6)) * step
}

/** The initial part: the whole video, or its longest possible beginning. */
export const initialTrim = (facts: VideoTiming, fileSize: FileSize): Trim => {
  const toSeconds = maxPartSeconds(facts, fileSize)
  return toSeconds < facts.durationSeconds ? { fromSeconds: 0, toSeconds } : null
}
