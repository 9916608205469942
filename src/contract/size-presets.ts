/**
 * The presets of `size`, one row each. An image result has at most `maxPixels` pixels (D-13). The longest side of a
 * video result is at most `maxVideoSide` pixels (D-36), or the `maxSide` of its format where that is less.
 */
export const sizePresets = {
  full: { maxPixels: Number.POSITIVE_INFINITY, maxVideoSide: 4096 },
  preview: { maxPixels: 250_000, maxVideoSide: 640 },
  medium: { maxPixels: 1_500_000, maxVideoSide: 1280 },
  hd: { maxPixels: 4_000_000, maxVideoSide: 1920 },
} as const

type SizePreset = keyof typeof sizePresets

/** The names of all presets, in the order of the table: never empty. */
export const sizePresetNames = Object.keys(sizePresets) as [SizePreset, ...SizePreset[]]
