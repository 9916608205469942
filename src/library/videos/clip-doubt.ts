import {
  failureOf,
  phaseOf,
  resultsOf,
  sameEdits,
  type VideoItem,
  type VideoJob,
  wantedEdits,
} from './video-item.ts'

/** The newest result if this device has its mattes, which can be rated and edited; else null. */
export const matteResult = (item: VideoItem): VideoJob | null => {
  const [newest] = resultsOf(item)
  return newest?.runLocation === 'device' ? newest : null
}

/** The number of doubtful places in the newest result, unless its edits changed since. */
export const placesInDoubt = (item: VideoItem): number => {
  const made = matteResult(item)
  return made && sameEdits(made.edits, wantedEdits(item)) ? (item.rated?.places ?? 0) : 0
}

/** Whether a finished video needs a look and had none. */
export const needsLook = (item: VideoItem): boolean =>
  phaseOf(item) === 'done' && !item.isLookedAt && (failureOf(item) !== null || placesInDoubt(item) > 0)
