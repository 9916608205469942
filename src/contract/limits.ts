/** A megabyte is 1,000,000 bytes, and a size of exactly the limit passes (D-5). */
const megabytes = (count: number) => count * 1_000_000

/** Every number of the contract. Sizes are inclusive. */
export const limits = {
  /** Spec, Limits; D-7. */
  image: { maxBytes: megabytes(20), maxPixels: 100_000_000, maxSide: 32_767 },
  /** Of `width` and `height`, in pixels. Spec, POST /remove (image); D-16. */
  outputSide: { min: 1, max: 6000 },
  /** Of each `padding` value, as a fraction of the subject's box. D-15. */
  padding: { min: 0, max: 1 },
  /** Spec, Limits. */
  video: {
    maxUploadBytes: megabytes(100),
    maxUrlBytes: megabytes(500),
    maxSeconds: 300,
    resultHours: 24,
  },
  /** A form with the largest video that may be uploaded; its other fields have the rest. */
  request: {
    maxBytes: megabytes(101),
    /** Of the contract's own there are 17; each costs time and memory before anything is refused for its content. */
    maxFields: 1000,
    /** Of all fields that hold neither a file nor an image in base64. */
    maxTextBytes: megabytes(1),
  },
  /** Spec, Limits, Credits; D-37. */
  credits: {
    image: 1,
    videoSecond: 5,
    fastVideoSecond: 10,
    /** Average frames per second above which a second costs more. */
    fastVideoFps: 30.05,
    freePlanMonth: 100,
  },
  /** Spec, Account. */
  autoRecharge: { minFraction: 0.5, maxFraction: 0.95 },
} as const

/** What one successful image costs (Spec, Credits). */
export const creditsForImage = limits.credits.image

/** Containers store times as fractions, so 5 s may read as 5.0000001 s; nobody pays a second for that. */
const roundingSeconds = 1e-6

/** What a video costs: every begun second, at least one, whatever the options (Spec, Credits; D-37). */
export const creditsForVideo = (durationSeconds: number, averageFps: number): number => {
  const seconds = Math.max(1, Math.ceil(durationSeconds - roundingSeconds))
  const { videoSecond, fastVideoSecond, fastVideoFps } = limits.credits
  return seconds * (averageFps > fastVideoFps ? fastVideoSecond : videoSecond)
}
