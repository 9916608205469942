import type { VideoFacts } from '#contract/video-facts.ts'

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
