import type { CompositionParts } from '#contract/composition.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { RunLocation } from '#library/items/item.ts'
import { toComposition } from '#library/recipe/recipe.ts'
import { sameOptions, sameParts, toVideoOptions, wantsMatte } from '#library/recipe/video-recipe.ts'
import { sameTrim } from '#library/videos/trim-range.ts'
import {
  hasUsableAlpha,
  isChoosingPart,
  nextRunLocation,
  resultsOf,
  sameEdits,
  type VideoItem,
  type VideoJob,
  wantedEdits,
} from '#library/videos/video-item.ts'

/** The results of a video in relation to the wanted one. */
export type FoundResult = {
  /** A result with exactly these options and parts; null if there is none. */
  readonly match: VideoJob | null
  /**
   * The service's result whose alpha this device uses for every other file of the same part; if the service has deleted
   * it, a result that was made from it. Null if one place makes the whole result. The alpha costs no further credits.
   */
  readonly alphaFrom: VideoJob | null
  /** Whether this device makes the result. */
  readonly isHere: boolean
  /** The results of the same part, newest first. */
  readonly ofPart: readonly VideoJob[]
  /** Those of `ofPart` that were made in the same way. */
  readonly alike: readonly VideoJob[]
}

/** Searches a video's results for the wanted one. */
export const findResult = (
  item: VideoItem,
  options: VideoOptions,
  parts: CompositionParts | null,
): FoundResult => {
  const { trim } = item
  const runLocation = nextRunLocation(item.runLocation, options.format)
  const edits = wantedEdits(item)
  const ofPart = resultsOf(item).filter((result) => sameTrim(result.trim, trim))
  const isAsSent =
    parts === null &&
    edits === undefined &&
    ofPart.some((made) => made.runLocation === 'service' && isSameFile(made.options, options, 'service'))
  const sent = ofPart.find(hasUsableAlpha) ?? ofPart.find(({ isAlphaGiven }) => isAlphaGiven) ?? null
  const alphaFrom = item.runLocation === 'service' && !isAsSent ? sent : null
  const alike = ofPart.filter((result) =>
    alphaFrom ? result.isAlphaGiven : result.runLocation === runLocation && !result.isAlphaGiven,
  )
  const isHere = alphaFrom !== null || runLocation === 'device'
  const isMatch = (result: VideoJob) =>
    isSameFile(result.options, options, isHere ? 'device' : 'service') &&
    (!isHere ||
      (sameParts(result.parts, parts) &&
        sameEdits(result.edits, edits) &&
        (result.hasMatte ?? false) === wantsMatte(item.recipe)))
  return { match: alike.find(isMatch) ?? null, alphaFrom, isHere, ofPart, alike }
}

/**
 * The result that the page shows and saves, also by row and key: that of the settings, if made, or else the newest.
 * Null while a part is chosen. `pictures`: background pictures by the id in the settings.
 */
export const resultToSave = (item: VideoItem, pictures: ReadonlyMap<string, Blob>): VideoJob | null => {
  if (isChoosingPart(item)) return null
  const { recipe } = item
  const parts = toComposition(recipe, pictures.get(recipe.picture) ?? null)
  return findResult(item, toVideoOptions(recipe), parts).match ?? resultsOf(item)[0] ?? null
}

/**
 * A service has no level, always keeps the sound and ignores fields, so these are not compared there (D-71 to D-73).
 */
const isSameFile = (made: VideoOptions, wanted: VideoOptions, runLocation: RunLocation): boolean => {
  const { audio_tracks: _, deinterlace: __, ...others } = made
  const { level, audio, audio_tracks, deinterlace } = wanted
  const only = { ...(audio_tracks && { audio_tracks }), ...(deinterlace && { deinterlace }) }
  const asSent = { ...others, level, audio, ...only }
  return sameOptions(runLocation === 'service' ? asSent : made, wanted)
}
