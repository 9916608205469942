import { creditsForVideo } from '#contract/credits.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import {
  isBusy,
  phaseOf,
  resultsOf,
  type VideoItem,
  type VideoJob,
} from '#studio/features/video/queue/video-item.ts'
import { framesIn, sameTrim, secondsIn } from '#studio/features/video/trim/trim-math.ts'
import { blockText, type Cost } from '#studio/features/video/words/clip-words.ts'
import { estimateBytes, outputSize } from '#studio/features/video/words/output-size.ts'
import { estimateSeconds, estimateWeight, type Pace } from '#studio/state/pace.ts'
import { sameOptions } from '#studio/state/video-recipe.ts'

/** What starting a video now would mean. */
export type WorkPlan = {
  readonly cost: Cost
  readonly credits: number
  /** Of the file, where its format alone tells. */
  readonly bytes: number | null
  /** The same, or what files like it came to. */
  readonly aboutBytes: number | null
  /** Why it cannot be started; null where it can. */
  readonly block: string | null
  /** The result that is exactly this already. */
  readonly match: VideoJob | null
}

/** Null while the video is not read, or is being worked on. */
export const planWork = (item: VideoItem, options: VideoOptions, pace: Pace): WorkPlan | null => {
  const { facts, trim, file, place } = item
  if (!facts || !file || isBusy(phaseOf(item))) return null
  const seconds = secondsIn(trim, facts)
  const frames = framesIn(trim, facts)
  const size = outputSize(facts, options)
  const results = resultsOf(item).filter((result) => result.place === place && sameTrim(result.trim, trim))
  const hasMattes = place === 'device' && results.some((result) => result.options.level === options.level)
  const work = { level: options.level, format: options.format, frames, size, hasMattes }
  const bytes = estimateBytes(options.format, size, frames)
  return {
    cost: { seconds, fps: facts.fps, frames, estimateSeconds: estimateSeconds(pace, work), hasMattes },
    credits: creditsForVideo(seconds, facts.fps),
    bytes,
    aboutBytes: bytes ?? estimateWeight(pace, options, work),
    block: blockText({
      seconds,
      durationSeconds: facts.durationSeconds,
      bytes: file.size,
      isLink: item.url !== null,
    }),
    match: results.find((result) => isSameFile(result.options, options, place)) ?? null,
  }
}

/** A service has no level and keeps the sound: those are this device's own (D-71, D-72). */
const isSameFile = (made: VideoOptions, wanted: VideoOptions, place: VideoItem['place']): boolean =>
  sameOptions(place === 'service' ? { ...made, level: wanted.level, audio: wanted.audio } : made, wanted)
