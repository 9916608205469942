import { creditsForVideo, limits } from '#contract/limits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { exceedsMaxDuration } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { type FileSize, maxPartSeconds } from '#studio/features/video/trim/trim-range.ts'
import { formatClock, formatDuration, formatTimeLeft, formatTimestamp } from '#studio/messages/format-time.ts'
import { countText, formatBytes, formatFrameRate, formatPixelSize } from '#studio/messages/format-units.ts'
import { type DeviceSpeed, estimateSeconds } from '#studio/state/device-speed.ts'

const audioNames: Readonly<Record<string, string>> = { aac: 'AAC', opus: 'Opus', mp3: 'MP3', ac3: 'AC-3' }

/** The facts of a video, each with what it is: what a row of facts shows. */
export const sourceMetadata = (facts: VideoFacts): readonly (readonly [name: string, value: string])[] => [
  ['Length', formatDuration(facts.durationSeconds)],
  ['Size', formatPixelSize(facts)],
  ['Frame rate', `${formatFrameRate(facts.fps)} fps${facts.isVariable ? ', uneven' : ''}`],
  ['Codec', facts.codec],
  ['Sound', facts.audio ? (audioNames[facts.audio.codec] ?? facts.audio.codec) : 'no sound'],
  ...(facts.hasAlpha ? ([['Transparency', 'see-through already']] as const) : []),
  ...(facts.decoder === 'ffmpeg' ? ([['Reading', 'slower, by ffmpeg']] as const) : []),
]

export type JobCost = {
  readonly seconds: number
  readonly fps: number
  readonly frames: number
  /** On this device; null before anything like it was measured. */
  readonly estimateSeconds: number | null
  /** Nothing but the writing is left to do. */
  readonly hasMattes: boolean
}

/** What the work comes to: `6.2 s → 186 frames → about 50 s here`. */
export const jobCostText = ({ seconds, frames, estimateSeconds, hasMattes }: JobCost): string => {
  const parts = [formatDuration(seconds), countText(frames, 'frame')]
  if (estimateSeconds !== null) parts.push(`about ${formatTimeLeft(estimateSeconds)} here`)
  else if (hasMattes) parts.push('no new cut needed')
  return parts.join(' → ')
}

/** The work of a common clip: half a minute in Full HD at 30 frames a second. */
const typicalWork = { frames: 900, size: { width: 1920, height: 1080 } }

/** What to expect of videos on this device; empty where nothing was measured here yet and it is quick. */
export const videoAdvice = (
  pace: DeviceSpeed,
  { level, format }: Pick<VideoOptions, 'level' | 'format'>,
  isQuick: boolean,
) => {
  const seconds = estimateSeconds(pace, { ...typicalWork, level, format })
  if (seconds !== null) return `A video of 30 s in Full HD takes about ${formatTimeLeft(seconds)} here.`
  return isQuick ? '' : 'A video takes much longer than it lasts: choose a short part first.'
}

/** Said while nothing was measured yet, instead of a guess. */
export const unmeasuredText = 'How long it takes here shows after the first frames.'

/** What the same work costs on the hosted service. */
export const creditText = ({ seconds, fps }: Pick<JobCost, 'seconds' | 'fps'>): string =>
  `${countText(creditsForVideo(seconds, fps), 'credit')} on the service, none here`

export type SubmittedPart = {
  readonly seconds: number
  /** Of the whole. */
  readonly durationSeconds: number
  readonly bytes: number
  /** Fetched from a link, so that the larger limit holds. */
  readonly isLink: boolean
}

/** What to know of a video of which only a part may be sent; null where all of it may. */
export const partText = (
  facts: Pick<VideoFacts, 'durationSeconds' | 'fps'>,
  weight: FileSize,
): string | null => {
  const { durationSeconds } = facts
  const longest = maxPartSeconds(facts, weight)
  if (longest >= durationSeconds) return null
  const isByLength = longest > limits.video.maxSeconds - 1
  return isByLength
    ? `${formatClock(durationSeconds)} long: choose up to 5 minutes`
    : `${formatBytes(weight.bytes)} large: choose up to ${formatClock(Math.floor(longest))}`
}

/** Why a part cannot be sent as it is, and what to do; null where it can (Spec, Limits). */
export const blockText = ({ seconds, durationSeconds, bytes, isLink }: SubmittedPart): string | null => {
  const { maxSeconds, maxUploadBytes, maxUrlBytes } = limits.video
  if (exceedsMaxDuration(seconds))
    return `A video may last ${formatDuration(maxSeconds)}. Move the handles to take a part of it.`
  const isWhole = seconds > durationSeconds - 0.001
  const most = isLink && isWhole ? maxUrlBytes : maxUploadBytes
  const share = (bytes * seconds) / Math.max(0.001, durationSeconds)
  if (share <= most) return null
  const fitting = formatTimestamp((durationSeconds * most) / bytes)
  return `This is about ${formatBytes(share)}, and a video may have ${formatBytes(most)}. Take a part of up to ${fitting}.`
}
