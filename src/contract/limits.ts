/** A megabyte is 1,000,000 bytes; the limit itself is allowed (D-5). */
const megabytes = (count: number) => count * 1_000_000

/** All limits of the contract, inclusive. */
export const limits = {
  /** Spec, Limits; D-7. */
  image: { maxBytes: megabytes(20), maxPixels: 100_000_000, maxSide: 32_767 },
  /** `width` and `height` in pixels. Spec, POST /remove (image); D-16. */
  outputSide: { min: 1, max: 6000 },
  /** Each `padding` value, relative to the subject's box. D-15. */
  padding: { min: 0, max: 1 },
  /** Spec, Limits. */
  video: {
    maxUploadBytes: megabytes(100),
    maxUrlBytes: megabytes(500),
    maxSeconds: 300,
    resultHours: 24,
  },
  /** The largest video upload plus 1 MB for the other fields. */
  request: {
    maxBytes: megabytes(101),
    /** The contract has 17 fields; each costs time and memory before a request can be refused. */
    maxFields: 1000,
    /** Total of text fields, without base64 images. */
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

/** The credits of one successful image (Spec, Credits). */
export const creditsForImage = limits.credits.image

/** Containers store times as fractions: 5 s may be read as 5.0000001 s, which must not cost a second. */
const roundingSeconds = 1e-6

/** The credits of a video: every begun second, at least one, whatever the options (Spec, Credits; D-37). */
export const creditsForVideo = (durationSeconds: number, averageFps: number): number => {
  const seconds = Math.max(1, Math.ceil(durationSeconds - roundingSeconds))
  const { videoSecond, fastVideoSecond, fastVideoFps } = limits.credits
  return seconds * (averageFps > fastVideoFps ? fastVideoSecond : videoSecond)
}
