import { capSide, type Size } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import { creditsForVideo } from '#contract/limits.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import { sizePresets } from '#contract/size-presets.ts'
import { toFrameRate } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isInProgress } from '#library/items/item.ts'
import { sameMattes } from '#library/recipe/video-recipe.ts'
import { framesInTrim, secondsInTrim } from '#library/videos/trim-range.ts'
import { groundOf, phaseOf, type VideoItem, type VideoJob } from '#library/videos/video-item.ts'
import {
  type DeviceSpeed,
  estimateResultBytes,
  estimateSeconds,
  pictureWeight,
  type VideoWork,
} from '#studio/state/device-speed.ts'
import { blockText, type JobCost } from './cost-text.ts'
import { type FoundResult, findResult } from './find-result.ts'

/** The cost of starting a video now, and whether it can be started. */
export type JobEstimate = {
  readonly cost: JobCost
  readonly credits: number
  /** The size of the file; null if its format alone does not determine it. */
  readonly bytes: number | null
  /** The same, or an estimate from earlier similar files; null without any. */
  readonly aboutBytes: number | null
  /** Why it cannot be started; null if it can. */
  readonly block: string | null
} & Pick<FoundResult, 'match' | 'alphaFrom'>

/** Null while the video is being probed or worked on. */
export const estimateJob = (
  item: VideoItem,
  options: VideoOptions,
  pace: DeviceSpeed,
  parts: CompositionParts | null = null,
): JobEstimate | null => {
  const { trim, file } = item
  if (!item.facts || !file || isInProgress(phaseOf(item))) return null
  const { match, alphaFrom, isHere, ofPart, alike } = findResult(item, options, parts)
  const facts = toFrameRate(item.facts, isHere ? options.deinterlace : 'frame')
  const seconds = secondsInTrim(trim, facts)
  const frames = framesInTrim(trim, facts)
  const size = outputSize(facts, options)
  const hasMattes = isHere && alike.some((result) => sameMattes(result.options, options))
  const ground = groundOf({ options, ...(parts && { parts }) })
  const work = { level: options.level, format: options.format, frames, size, hasMattes, ground }
  const bytes = estimateBytes(options.format, size, frames)
  return {
    cost: { seconds, fps: facts.fps, frames, estimateSeconds: estimateSeconds(pace, work) },
    credits: creditsForVideo(seconds, facts.fps),
    bytes,
    aboutBytes:
      bytes ?? bytesLike(ofPart, options, work) ?? estimateResultBytes(pace, { ...options, ground }, work),
    block: blockText({
      seconds,
      durationSeconds: facts.durationSeconds,
      bytes: file.size,
      isLink: item.url !== null,
    }),
    match,
    alphaFrom,
  }
}

/** The bytes of an earlier result of the same pictures, at the wanted size; null without one. */
const bytesLike = (
  results: readonly VideoJob[],
  { format, channels }: VideoOptions,
  { frames, size, ground }: VideoWork,
): number | null => {
  for (const made of results) {
    const { job, options } = made
    const bytes = job.stats?.output_bytes
    if (!bytes || options.format !== format || options.channels !== channels || groundOf(made) !== ground)
      continue
    const { output_width: width, output_height: height } = job.stats
    const before = pictureWeight({ frames: job.frames, size: { width, height } })
    return Math.round((bytes * pictureWeight({ frames, size })) / before)
  }
  return null
}

/** Size of a result in pixels: the longer side is capped, and nothing is enlarged (D-33, D-36). */
export const outputSize = (source: Size, { size, format }: Pick<VideoOptions, 'size' | 'format'>): Size => {
  const cap = Math.min(
    sizePresets[size].maxVideoSide,
    videoFormatRow(format).maxSide ?? Number.POSITIVE_INFINITY,
  )
  return capSide(source, cap)
}

/** Estimated bytes of a file; null for formats whose size depends on the content of the pictures. */
export const estimateBytes = (format: VideoOptions['format'], { width, height }: Size, frames: number) => {
  const { bytesPerPixel } = videoFormatRow(format)
  return bytesPerPixel === null ? null : Math.round(bytesPerPixel * width * height * frames)
}

/** A larger file needs a confirmation. */
export const largeFileBytes = 30_000_000

/** A larger file exceeds the limits of some players and editors. */
export const hugeFileBytes = 500_000_000
