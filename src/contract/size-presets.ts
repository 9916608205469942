/** Most pixels an image result may have; `full` has no cap (D-13). */
export const imagePixelCaps = {
  full: Number.POSITIVE_INFINITY,
  preview: 250_000,
  medium: 1_500_000,
  hd: 4_000_000,
} as const

/** Longest side of a video result, in pixels (D-36); a format may allow less (`maxSide`). */
export const videoSideCaps = { full: 4096, preview: 640, medium: 1280, hd: 1920 } as const

export const sizePresets = ['full', 'preview', 'medium', 'hd'] as const

export type SizePreset = (typeof sizePresets)[number]
