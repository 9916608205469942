import { sha256OfText } from '#base/sha256.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoCall } from '#library/call-options.ts'
import type { WorkerCalls } from '#library/workers/worker-calls.ts'
import { checkLength } from '#service/check-input.ts'

type Tools = Pick<WorkerCalls, 'probeVideo' | 'hashVideo'>

/** Facts and hashes of a video. */
type InspectedVideo = {
  readonly facts: VideoFacts
  /** Identifies the video and, if given, the alpha, since that replaces the mattes. */
  readonly videoHash: string
  /** Hash of the cut-out whose alpha replaces the mattes. */
  readonly alphaHash?: string
  /** Hash of the file, under which edits are saved, if it differs from `videoHash`. */
  readonly fileHash?: string
}

/**
 * Reads facts and hash of a video in parallel. Rejects with `video_too_long` or `invalid_video` if no result can be
 * made, also if `alphaFrom` does not fit the video.
 */
export const inspectVideo = async (
  video: Blob,
  { alphaFrom, signal }: Pick<VideoCall, 'alphaFrom' | 'signal'>,
  tools: Tools,
): Promise<InspectedVideo> => {
  const refused = new AbortController()
  const call = signal && { signal }
  const hashing = tools.hashVideo(
    { video },
    { signal: AbortSignal.any([refused.signal, ...(signal ? [signal] : [])]) },
  )
  // The hash of a refused video is not awaited.
  hashing.catch(() => {})
  try {
    const facts = await tools.probeVideo({ video }, call)
    checkLength(facts)
    if (!alphaFrom) return { facts, videoHash: await hashing }
    checkAlpha(await tools.probeVideo({ video: alphaFrom }, call), facts)
    const hashes = [await hashing, await tools.hashVideo({ video: alphaFrom }, call)] as const
    const videoHash = await sha256OfText(hashes.join(' '))
    return { facts, videoHash, alphaHash: hashes[1], fileHash: hashes[0] }
  } catch (thrown) {
    refused.abort()
    throw thrown
  }
}

/** Tolerance: programs report slightly different durations. */
const slackSeconds = 0.5
/** Tolerance of the logarithm of the ratio of aspect ratios. */
const slackOfShape = 0.02

/** Refuses a cut-out without alpha, or of another shape or length than the video. */
const checkAlpha = (cutout: VideoFacts, { width, height, durationSeconds }: VideoFacts): void => {
  if (!cutout.hasAlpha) throw new ServiceError('invalid_video', { reason: 'video_alpha_missing' })
  const shape = Math.abs(Math.log((cutout.width * height) / (cutout.height * width)))
  // Codecs that need even sides crop one row or column.
  const isOther = shape > slackOfShape + 2 / Math.min(cutout.width, cutout.height)
  if (isOther || Math.abs(cutout.durationSeconds - durationSeconds) > slackSeconds)
    throw new ServiceError('invalid_video', { reason: 'video_alpha_of_other_clip' })
}
