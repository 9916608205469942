import { sha256OfText } from '#base/sha256.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoCall } from '#library/call-options.ts'
import type { WorkerCalls } from '#library/workers/worker-calls.ts'
import { checkLength } from '#service/check-input.ts'

type Tools = Pick<WorkerCalls, 'probeVideo' | 'hashVideo'>

/** The facts of a video, and under which hashes it is kept. */
type InspectedVideo = {
  readonly facts: VideoFacts
  /** Names the video; with an alpha from elsewhere the two together, since they have other mattes. */
  readonly videoHash: string
  /** The hash of the cut-out whose alpha takes the place of the mattes; absent where there is none. */
  readonly alphaHash?: string
  /** The hash of the video's file, under which its edits are saved; absent where `videoHash` is the same. */
  readonly fileHash?: string
}

/**
 * Reads the facts and the hash of a video at the same time. Rejects where no result could be made: with
 * `video_too_long` or `invalid_video`, the latter also where `alphaFrom` cannot give the alpha of this video.
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
  // Nothing awaits the hash of a video that is refused.
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

/** Two programs may tell slightly different lengths of one video. */
const slackSeconds = 0.5
/** The logarithm of the ratio of two aspect ratios that count as one. */
const slackOfShape = 0.02

/** Refuses a cut-out that has no alpha, or another shape or length than the video that it is of. */
const checkAlpha = (cutout: VideoFacts, { width, height, durationSeconds }: VideoFacts): void => {
  if (!cutout.hasAlpha) throw new ServiceError('invalid_video', { reason: 'video_alpha_missing' })
  const shape = Math.abs(Math.log((cutout.width * height) / (cutout.height * width)))
  // Codecs that need even sides cut one row or column.
  const isOther = shape > slackOfShape + 2 / Math.min(cutout.width, cutout.height)
  if (isOther || Math.abs(cutout.durationSeconds - durationSeconds) > slackSeconds)
    throw new ServiceError('invalid_video', { reason: 'video_alpha_of_other_clip' })
}
