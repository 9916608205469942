import { creditsForVideo, limits } from '#contract/limits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { exceedsMaxDuration } from '#contract/video-facts.ts'
import { type FileSize, maxPartSeconds } from '#library/videos/trim-range.ts'
import { formatClock, formatDuration, formatTimestamp } from '#studio/messages/format-time.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'

const { cost: texts, trim: trimTexts } = messages.video
const { frames: countFrames } = messages.counts

/** The inputs of a job's cost. */
export type JobCost = {
  readonly seconds: number
  readonly fps: number
  readonly frames: number
  /** Estimate for this device; null before similar work was measured. */
  readonly estimateSeconds: number | null
}

/** The amount of a job's work: `6.2 s → 186 frames`. */
export const jobCostText = ({ seconds, frames }: JobCost): string =>
  `${formatDuration(seconds)} → ${countFrames(frames)}`

/** The cost of the same job at a service. */
export const creditText = ({ seconds, fps }: Pick<JobCost, 'seconds' | 'fps'>): string =>
  texts.credits(creditsForVideo(seconds, fps))

type SubmittedPart = {
  readonly seconds: number
  /** The duration of the whole video. */
  readonly durationSeconds: number
  readonly bytes: number
  /** Whether the file was fetched from a link, which has a larger limit. */
  readonly isLink: boolean
}

/** Why only a part of a video can be chosen; null if all of it can. */
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

/** Why the chosen part cannot be submitted, and the remedy; null if it can (Spec, Limits). */
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
