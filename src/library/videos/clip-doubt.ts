import {
  failureOf,
  phaseOf,
  resultsOf,
  sameEdits,
  type VideoItem,
  type VideoJob,
  wantedEdits,
} from './video-item.ts'

/** The newest result, where this device has its mattes, which can be rated and mended; else null. */
export const matteResult = (item: VideoItem): VideoJob | null => {
  const [newest] = resultsOf(item)
  return newest?.runLocation === 'device' ? newest : null
}

/** How many places of the newest result are in doubt, which nobody has mended since. */
export const placesInDoubt = (item: VideoItem): number => {
  const made = matteResult(item)
  return made && sameEdits(made.edits, wantedEdits(item)) ? (item.rated?.places ?? 0) : 0
}

/** Whether a person should look at a finished video, and has not yet. */
export const needsLook = (item: VideoItem): boolean =>
  phaseOf(item) === 'done' && !item.isLookedAt && (failureOf(item) !== null || placesInDoubt(item) > 0)
