import { limits } from '#contract/limits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { exceedsMaxDuration } from '#contract/video-facts.ts'
import type { VideoItem } from '#studio/features/video/queue/video-item.ts'

/** A part of a video in seconds; null stands for all of it. */
export type Trim = { readonly fromSeconds: number; readonly toSeconds: number } | null

type Times = Pick<VideoFacts, 'durationSeconds' | 'fps' | 'frames'>

/** A part has at least two frames, so that it moves. */
const minFrames = 2

export const frameSeconds = ({ fps }: Pick<Times, 'fps'>): number => 1 / Math.max(1, fps)

export const rangeOf = (trim: Trim, { durationSeconds }: Pick<Times, 'durationSeconds'>) =>
  trim ?? { fromSeconds: 0, toSeconds: durationSeconds }

/** The start of the frame that is nearest to `seconds`, within the video. */
const snapToFrame = (seconds: number, facts: Times): number => {
  const step = frameSeconds(facts)
  return Math.min(facts.durationSeconds, Math.max(0, Math.round(seconds / step) * step))
}

/**
 * The part after one of its ends was moved to `seconds`: on a frame, and never past the other end. Where the part
 * would get longer than `longestSeconds`, the other end comes along.
 */
export const moveTrimEnd = (
  trim: Trim,
  end: 'from' | 'to',
  seconds: number,
  facts: Times,
  longestSeconds = Number.POSITIVE_INFINITY,
): Trim => {
  const { fromSeconds, toSeconds } = rangeOf(trim, facts)
  const least = Math.min(facts.durationSeconds, minFrames * frameSeconds(facts))
  const at = snapToFrame(seconds, facts)
  const from = end === 'from' ? Math.max(0, Math.min(at, toSeconds - least)) : fromSeconds
  const to = end === 'to' ? Math.min(facts.durationSeconds, Math.max(at, fromSeconds + least)) : toSeconds
  const next = {
    fromSeconds: end === 'to' ? Math.max(from, to - longestSeconds) : from,
    toSeconds: end === 'from' ? Math.min(to, from + longestSeconds) : to,
  }
  const slack = frameSeconds(facts) / 2
  return next.fromSeconds < slack && next.toSeconds > facts.durationSeconds - slack ? null : next
}

/** How many frames a part has; by the average rate, so that it may be off by a few where frames come unevenly. */
export const framesInTrim = (trim: Trim, facts: Times): number =>
  trim === null
    ? facts.frames
    : Math.min(facts.frames, Math.max(1, Math.round((trim.toSeconds - trim.fromSeconds) * facts.fps)))

export const secondsInTrim = (trim: Trim, facts: Times): number => {
  const { fromSeconds, toSeconds } = rangeOf(trim, facts)
  return toSeconds - fromSeconds
}

export const sameTrim = (a: Trim, b: Trim): boolean =>
  a === b || (a?.fromSeconds === b?.fromSeconds && a?.toSeconds === b?.toSeconds)

/** Where a key moves an end that stands at `seconds`; null for a key that does not. */
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

/** Three moments that stand for a part: near its start, its middle and near its end. */
export const samplePreviewTimes = (trim: Trim, facts: Times): readonly number[] => {
  const { fromSeconds, toSeconds } = rangeOf(trim, facts)
  const length = toSeconds - fromSeconds
  return [0.1, 0.5, 0.9].map((part) => fromSeconds + length * part)
}

type VideoTiming = Pick<VideoFacts, 'durationSeconds' | 'fps'>

export type FileSize = {
  /** Of the whole file. */
  readonly bytes: number
  /** Fetched from a link, so that all of it may be larger. */
  readonly isLink: boolean
}

/** How heavy the file of a video is. */
export const fileSizeOf = ({ file, url }: Pick<VideoItem, 'file' | 'url'>): FileSize => ({
  bytes: file?.size ?? 0,
  isLink: url !== null,
})

/**
 * How long a part may be, in seconds: all of it, or what lasts five minutes at most and takes no more of the file
 * than may be sent (Spec, Limits), in whole frames.
 */
export const maxPartSeconds = (facts: VideoTiming, { bytes, isLink }: FileSize): number => {
  const { durationSeconds } = facts
  const { maxSeconds, maxUploadBytes, maxUrlBytes } = limits.video
  if (!exceedsMaxDuration(durationSeconds) && bytes <= (isLink ? maxUrlBytes : maxUploadBytes))
    return durationSeconds
  const fitting = bytes > 0 ? (durationSeconds * maxUploadBytes) / bytes : durationSeconds
  const step = frameSeconds(facts)
  return Math.max(1, Math.floor(Math.min(maxSeconds, fitting) / step + 1e-6)) * step
}

/** Where the handles stand at first: around all of it, or around as much from its start as may be sent. */
export const initialTrim = (facts: VideoTiming, weight: FileSize): Trim => {
  const toSeconds = maxPartSeconds(facts, weight)
  return toSeconds < facts.durationSeconds ? { fromSeconds: 0, toSeconds } : null
}
