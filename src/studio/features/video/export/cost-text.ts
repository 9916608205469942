import { creditsForVideo, limits } from '#contract/limits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { exceedsMaxDuration } from '#contract/video-facts.ts'
import { type FileSize, maxPartSeconds } from '#library/videos/trim-range.ts'
import { formatClock, formatDuration, formatTimestamp } from '#studio/messages/format-time.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'

const { cost: texts, trim: trimTexts } = messages.video
const { frames: countFrames } = messages.counts

/** What the cost of a job follows from. */
export type JobCost = {
  readonly seconds: number
  readonly fps: number
  readonly frames: number
  /** On this device; null before similar work was measured. */
  readonly estimateSeconds: number | null
}

/** What a job works on: `6.2 s → 186 frames`. */
export const jobCostText = ({ seconds, frames }: JobCost): string =>
  `${formatDuration(seconds)} → ${countFrames(frames)}`

/** What the same job costs on a service. */
export const creditText = ({ seconds, fps }: Pick<JobCost, 'seconds' | 'fps'>): string =>
  texts.credits(creditsForVideo(seconds, fps))

type SubmittedPart = {
  readonly seconds: number
  /** Of the whole video. */
  readonly durationSeconds: number
  readonly bytes: number
  /** The file was fetched from a link, for which a larger limit holds. */
  readonly isLink: boolean
}

/** Why only a part of a video can be chosen; null where all of it can. */
export const partText = (
  facts: Pick<VideoFacts, 'durationSeconds' | 'fps'>,
  fileSize: FileSize,
): string | null => {
  const { durationSeconds } = facts
  const maxSeconds = maxPartSeconds(facts, fileSize)
  if (maxSeconds >= durationSeconds) return null
  const isByLength = maxSeconds > limits.video.maxSeconds - 1
  return isByLength
    ? trimTexts.tooLong(formatClock(durationSeconds))
    : trimTexts.tooLarge(formatBytes(fileSize.bytes), formatClock(Math.floor(maxSeconds)))
}

/** Why the chosen part cannot be submitted, and what to do; null where it can (Spec, Limits). */
export const blockText = ({ seconds, durationSeconds, bytes, isLink }: SubmittedPart): string | null => {
  const { maxSeconds, maxUploadBytes, maxUrlBytes } = limits.video
  if (exceedsMaxDuration(seconds)) return trimTexts.overDuration(formatDuration(maxSeconds))
  const isWhole = seconds > durationSeconds - 0.001
  const maxBytes = isLink && isWhole ? maxUrlBytes : maxUploadBytes
  const partBytes = (bytes * seconds) / Math.max(0.001, durationSeconds)
  if (partBytes <= maxBytes) return null
  const maxDuration = formatTimestamp((durationSeconds * maxBytes) / bytes)
  return trimTexts.overSize(formatBytes(partBytes), formatBytes(maxBytes), maxDuration)
}
