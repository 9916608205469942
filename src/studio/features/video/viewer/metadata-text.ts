import type { Job } from '#contract/job.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import { formatTimecode } from '#contract/timecode.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isOpaqueVideo } from '#library/recipe/video-recipe.ts'
import { reasonSentence } from '#studio/messages/error-text.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import {
  formatBytes,
  formatFrameRate,
  formatList,
  formatNumber,
  formatPixelSize,
} from '#studio/messages/format-units.ts'
import { leftOutText } from '#studio/messages/left-out-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { soundNames } from '#studio/messages/sound-names.ts'
import type { VideoCheck } from '#studio/queries/on-device.ts'

const { kept: keptTexts, facts: names, check: texts } = messages.video
const { frames: countFrames } = messages.counts

/** `kept for 23 h`, `kept for 40 min`; null if the time is unknown or over (D-39). */
export const keptText = (expiresAt: string | null, nowMs: number): string | null => {
  const left = expiresAt === null ? Number.NaN : Date.parse(expiresAt) - nowMs
  if (!(left > 0)) return null
  const minutes = Math.ceil(left / 60_000)
  return minutes < 90 ? keptTexts.minutes(minutes) : keptTexts.hours(Math.round(minutes / 60))
}

const audioCodecs: Readonly<Record<string, string>> = names.audioCodecs

/** `AAC`, or `AAC; Mic and Game`. */
const soundText = ({ audio, sounds = [] }: VideoFacts): string => {
  if (!audio) return names.noSound
  const codec = audioCodecs[audio.codec] ?? audio.codec
  return sounds.length > 1 ? messages.video.sounds.ofCodec(codec, formatList(soundNames(sounds))) : codec
}

/** Facts about a source video, by name. */
export const sourceMetadata = (facts: VideoFacts): readonly (readonly [name: string, value: string])[] => [
  [names.length, formatDuration(facts.durationSeconds)],
  [names.size, formatPixelSize(facts)],
  [names.frameRate, names.framesPerSecond(formatFrameRate(facts.fps), facts.isVariable)],
  [names.codec, facts.codec],
  [names.sound, soundText(facts)],
  ...(facts.hasAlpha ? ([[names.transparency, names.isTransparent]] as const) : []),
  ...(facts.fields ? ([[names.fields, names.deinterlaced[facts.fields]]] as const) : []),
  ...(facts.timecode ? ([[names.timecode, formatTimecode(facts.timecode)]] as const) : []),
  ...otherRows(facts),
  ...(facts.decoder === 'ffmpeg' ? ([[names.reading, names.readByFfmpeg]] as const) : []),
]

/** The contents of the file that no result includes. */
const otherRows = ({ others = [] }: VideoFacts): readonly (readonly [name: string, value: string])[] => {
  const text = leftOutText(others)
  return text === null ? [] : [[messages.leftOut.title, text]]
}

/** Facts about a finished job, by name, without those that the service did not report. */
export const resultMetadata = (
  { stats, frames, expires_at }: Job,
  nowMs: number,
): readonly (readonly [name: string, value: string])[] => {
  const kept = keptText(expires_at, nowMs)
  return [
    ...(stats
      ? ([
          [names.time, formatDuration(stats.processing_seconds)],
          [names.size, formatPixelSize({ width: stats.output_width, height: stats.output_height })],
        ] as const)
      : []),
    [names.frames, formatNumber(frames)],
    ...(stats?.scene_cuts ? ([[names.sceneCuts, formatNumber(stats.scene_cuts)]] as const) : []),
    ...(stats?.output_bytes ? ([[names.file, formatBytes(stats.output_bytes)]] as const) : []),
    ...(kept ? ([[names.kept, kept]] as const) : []),
  ]
}

/** The findings of opening the written file again, and whether it is as requested. */
export const checkText = (
  { facts, source, leftOut }: VideoCheck,
  { frames }: Pick<Job, 'frames'>,
  options: VideoOptions,
): { readonly text: string; readonly isRight: boolean } => {
  // A format or sticker with a limit drops frames of a faster video (D-33).
  const dropped = leftOut.find(({ kind }) => kind === 'frames')?.count ?? 0
  const isBounded = videoFormatRow(options.format).maxFps !== null
  const isWhole = isBounded ? facts.frames > 0 : facts.frames + dropped === frames
  if (!isWhole) return { text: texts.missingFrames(facts.frames, frames), isRight: false }
  const fault = leftOut.find(({ reason }) => reason)
  if (fault?.reason) {
    const why = reasonSentence(fault.reason)
    const isSilent = fault.kind === 'sound_tracks' && !facts.audio
    return { text: isSilent ? texts.noSound(why) : why, isRight: false }
  }
  const offSeconds = source && soundOffSeconds(facts, source)
  if (offSeconds) return { text: soundEndText(offSeconds), isRight: false }
  const found = [
    countFrames(facts.frames),
    ...(!isOpaqueVideo(options) && facts.hasAlpha ? [texts.transparent] : []),
    ...(facts.audio ? [offSeconds === null ? texts.sound : texts.fullSound] : []),
    ...mixText(facts, source),
  ]
  return { text: texts.verified(found), isRight: true }
}

/** A text if surround sound lost channels. For two channels or fewer there is none: some files report one as two. */
const mixText = ({ audio }: VideoFacts, source: VideoFacts | null): readonly string[] => {
  const before = source?.audio?.channels ?? 0
  if (!audio || before <= 2 || audio.channels >= before) return []
  return [audio.channels === 2 ? texts.mixedToStereo(before) : texts.mixed(before, audio.channels)]
}

/**
 * How much later than expected the sound of a result ends, in seconds: negative if early, 0 if right within one frame
 * and one audio packet, null if unknown. A difference between sound and picture in the source is expected in the result
 * too (D-35).
 */
export const soundOffSeconds = (result: VideoFacts, source: VideoFacts): number | null => {
  const [ended, due] = [endOf(result), endOf(source)]
  if (ended === null || due === null) return null
  // Not every container stores the duration of the last frame of a video with a variable frame rate.
  const isVariable = result.isVariable || source.isVariable
  const off = ended - due - (isVariable ? 0 : result.durationSeconds - source.durationSeconds)
  return Math.abs(off) > slackSeconds(result, source) ? off : 0
}

const endOf = ({ audio }: VideoFacts): number | null => audio?.endSeconds ?? null

const slackSeconds = (result: VideoFacts, source: VideoFacts): number =>
  1 / source.fps + Math.max(result.audio?.packetSeconds ?? 0, source.audio?.packetSeconds ?? 0)

/** `Sound ends 0.4 s early` */
export const soundEndText = (offSeconds: number): string => {
  const seconds = Math.max(0.1, Math.abs(offSeconds))
  return offSeconds < 0 ? texts.soundEndsEarly(seconds) : texts.soundEndsLate(seconds)
}
