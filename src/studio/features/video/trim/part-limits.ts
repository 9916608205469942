import { limits } from '#contract/limits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { isTooLong } from '#contract/video-length.ts'
import type { VideoItem } from '#studio/features/video/queue/video-item.ts'
import { frameSeconds, type Trim } from './trim-math.ts'

type Whole = Pick<VideoFacts, 'durationSeconds' | 'fps'>

export type Weight = {
  /** Of the whole file. */
  readonly bytes: number
  /** Fetched from a link, so that all of it may be larger. */
  readonly isLink: boolean
}

/** How heavy the file of a video is. */
export const weightOf = ({ file, url }: Pick<VideoItem, 'file' | 'url'>): Weight => ({
  bytes: file?.size ?? 0,
  isLink: url !== null,
})

/**
 * How long a part may be, in seconds: all of it, or what lasts five minutes at most and takes no more of the file
 * than may be sent (Spec, Limits), in whole frames.
 */
export const longestPart = (facts: Whole, { bytes, isLink }: Weight): number => {
  const { durationSeconds } = facts
  const { maxSeconds, maxUploadBytes, maxUrlBytes } = limits.video
  if (!isTooLong(durationSeconds) && bytes <= (isLink ? maxUrlBytes : maxUploadBytes)) return durationSeconds
  const fitting = bytes > 0 ? (durationSeconds * maxUploadBytes) / bytes : durationSeconds
  const step = frameSeconds(facts)
  return Math.max(1, Math.floor(Math.min(maxSeconds, fitting) / step + 1e-6)) * step
}

/** Where the handles stand at first: around all of it, or around as much from its start as may be sent. */
export const firstPart = (facts: Whole, weight: Weight): Trim => {
  const toSeconds = longestPart(facts, weight)
  return toSeconds < facts.durationSeconds ? { fromSeconds: 0, toSeconds } : null
}
