import type { Level } from '#contract/image-options.ts'
import type { Backend, InferencePass, PassTable, VideoLook } from './network-catalog.ts'

/** How many frames of a video the network sees, and of what part; intervals count in frames. */
export type KeyframePolicy = {
  /** On the whole frame: where a scene begins, and now and then for what is new in it. */
  readonly fullPass: InferencePass
  /** On the part around the subject, which shows it larger to the network, for a fraction of the time. */
  readonly cropPass: InferencePass | undefined
  /** A crop pass that finds less than this share of the expected subject has failed; a full pass follows. */
  readonly minFoundShare: number
  /** Whether a full pass is refined by a crop pass at once, because it is too coarse alone. */
  readonly refinesFull: boolean
  /** Least frames from one pass to the next: for crop passes, and for full ones where no crop is possible. */
  readonly cropInterval: number
  readonly fullInterval: number
  /** After this many frames without a full pass the next pass is a full one. */
  readonly refreshInterval: number
  /** Most frames from one key frame to the next, however well the motion explains them. */
  readonly maxInterval: number
  /** `flowResidual` above which the next key frame is due. */
  readonly maxResidual: number
  /** When a key frame is looked at again; never where absent. */
  readonly look?: VideoLook
  /** Least number of later frames that smoothing uses; 0: no smoothing. */
  readonly smoothingFrames: number
}

const everyFrame = { cropInterval: 1, fullInterval: 1, refreshInterval: 1, maxInterval: 1, maxResidual: 0 }
const fullOnly = { minFoundShare: 0, refinesFull: false, smoothingFrames: 4 }

/**
 * On one thread of a processor a pass on a whole frame takes 1.1 s at Balanced and 0.5 s at Fast, one around the
 * subject 0.4 s and 0.1 s, but following the motion of a frame less than a tenth of a second. So they make a pass in 2
 * and in 5 frames, nearly always around the subject. On a GPU a pass takes some hundredths of a second.
 */
export function keyframePolicy(level: Level, backend: Backend, table: PassTable): KeyframePolicy {
  const { video, videoCrop, videoLook } = table[backend][level]
  const passes = { fullPass: video, cropPass: videoCrop, ...(videoLook ? { look: videoLook } : {}) }
  if (level === 'fine' || (backend === 'webgpu' && level === 'balanced'))
    return { ...passes, ...fullOnly, ...everyFrame }
  if (backend === 'webgpu')
    return { ...passes, ...fullOnly, ...everyFrame, fullInterval: 4, maxInterval: 8, maxResidual: 0.08 }
  return level === 'balanced'
    ? {
        ...passes,
        minFoundShare: 0.5,
        refinesFull: false,
        cropInterval: 2,
        fullInterval: 13,
        refreshInterval: 48,
        maxInterval: 24,
        maxResidual: 0.08,
        smoothingFrames: 4,
      }
    : {
        ...passes,
        minFoundShare: 0.7,
        refinesFull: true,
        cropInterval: 5,
        fullInterval: 8,
        refreshInterval: 48,
        maxInterval: 27,
        maxResidual: 0.08,
        smoothingFrames: 0,
      }
}
