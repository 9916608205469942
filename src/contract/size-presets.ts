/**
 * The presets of `size`. An image result has at most `maxPixels` pixels (D-13); the longest side of a video result is
 * at most `maxVideoSide` pixels (D-36), or its format's `maxSide` if less.
 */
export const sizePresets = {
  full: { maxPixels: Number.POSITIVE_INFINITY, maxVideoSide: 4096 },
  preview: { maxPixels: 250_000, maxVideoSide: 640 },
  medium: { maxPixels: 1_500_000, maxVideoSide: 1280 },
  hd: { maxPixels: 4_000_000, maxVideoSide: 1920 },
} as const

type SizePreset = keyof typeof sizePresets

/** Names of all presets, never empty. */
export const sizePresetNames = Object.keys(sizePresets) as [SizePreset, ...SizePreset[]]
