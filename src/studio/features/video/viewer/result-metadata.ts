import type { Job } from '#contract/job.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { countText, formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import type { VideoCheck } from '#studio/queries/on-device.ts'
import { isOpaqueVideo } from '#studio/state/video-recipe.ts'

/** `kept for 23 h`, `kept for 40 min`; null where nothing is known or it is over (D-39). */
export const keptText = (expiresAt: string | null, nowMs: number): string | null => {
  const left = expiresAt === null ? Number.NaN : Date.parse(expiresAt) - nowMs
  if (!(left > 0)) return null
  const minutes = Math.ceil(left / 60_000)
  return minutes < 90 ? `kept for ${minutes} min` : `kept for ${Math.round(minutes / 60)} h`
}

/** What a finished job came to, each with what it is. What was not told is left out. */
export const resultMetadata = (
  { stats, frames, expires_at }: Job,
  nowMs: number,
): readonly (readonly [name: string, value: string])[] => {
  const kept = keptText(expires_at, nowMs)
  return [
    ...(stats
      ? ([
          ['Time', formatDuration(stats.processing_seconds)],
          ['Size', formatPixelSize({ width: stats.output_width, height: stats.output_height })],
        ] as const)
      : []),
    ['Frames', countText(frames, 'frame')],
    ...(stats?.scene_cuts ? ([['Scene cuts', countText(stats.scene_cuts, 'scene cut')]] as const) : []),
    ...(stats?.output_bytes ? ([['File', formatBytes(stats.output_bytes)]] as const) : []),
    ...(kept ? ([['Kept', kept]] as const) : []),
  ]
}

/** What was found when the written file was opened again, and whether it is as it should be. */
export const checkText = (
  { facts, source, audioDropped }: VideoCheck,
  { frames }: Pick<Job, 'frames'>,
  options: VideoOptions,
): { readonly text: string; readonly isRight: boolean } => {
  // A GIF of more than 50 frames a second leaves some out (D-33).
  const isWhole = options.format === 'gif' ? facts.frames > 0 : facts.frames === frames
  if (!isWhole)
    return { text: `The file has ${countText(facts.frames, 'frame')} of ${frames}`, isRight: false }
  if (audioDropped) return { text: facts.audio ? audioDropped : `No sound: ${audioDropped}`, isRight: false }
  const offSeconds = source && soundOffSeconds(facts, source)
  if (offSeconds) return { text: soundEndText(offSeconds), isRight: false }
  const found = [
    countText(facts.frames, 'frame'),
    ...(!isOpaqueVideo(options) && facts.hasAlpha ? ['see-through'] : []),
    ...(facts.audio ? [offSeconds === null ? 'sound' : 'sound of full length'] : []),
    ...mixText(facts, source),
  ]
  return { text: `Verified: ${found.join(', ')}`, isRight: true }
}

/** Surround sound keeps its channels where it can; where it lost some, that is said. Of two, some files say it of one. */
const mixText = ({ audio }: VideoFacts, source: VideoFacts | null): readonly string[] => {
  const before = source?.audio?.channels ?? 0
  if (!audio || before <= 2 || audio.channels >= before) return []
  const to = audio.channels === 2 ? 'stereo' : countText(audio.channels, 'channel')
  return [`mixed from ${countText(before, 'channel')} to ${to}`]
}

/**
 * How much later the sound of a result ends than it should, in seconds, less than 0 where earlier and 0 where it is
 * right within a frame and a packet; null where that cannot be told. A source whose own sound is shorter or longer
 * than its picture has a result like it (D-35).
 */
export const soundOffSeconds = (result: VideoFacts, source: VideoFacts): number | null => {
  const [ended, due] = [endOf(result), endOf(source)]
  if (ended === null || due === null) return null
  // How long the last frame of an uneven film stands is not told by every container.
  const isUneven = result.isVariable || source.isVariable
  const off = ended - due - (isUneven ? 0 : result.durationSeconds - source.durationSeconds)
  return Math.abs(off) > slackSeconds(result, source) ? off : 0
}

const endOf = ({ audio }: VideoFacts): number | null => audio?.endSeconds ?? null

const slackSeconds = (result: VideoFacts, source: VideoFacts): number =>
  1 / source.fps + Math.max(result.audio?.packetSeconds ?? 0, source.audio?.packetSeconds ?? 0)

/** `Sound ends 0.4 s early` */
export const soundEndText = (offSeconds: number): string => {
  const seconds = Math.max(0.1, Math.abs(offSeconds)).toFixed(1)
  return `Sound ends ${seconds} s ${offSeconds < 0 ? 'early' : 'late'}`
}
