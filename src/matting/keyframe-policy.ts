import type { Level } from '#contract/image-options.ts'
import type { Backend, InferencePass, PassTable, VideoLook } from './network-catalog.ts'

/** Which frames and parts of a video the network sees; intervals are in frames. */
export type KeyframePolicy = {
  /** The pass on the whole frame: at the start of a scene, and now and then for new content. */
  readonly fullPass: InferencePass
  /** The pass on the part around the subject, which is larger there, for a fraction of the time. */
  readonly cropPass: InferencePass | undefined
  /** A crop pass that finds less than this share of the expected subject has failed, and a full pass follows. */
  readonly minFoundShare: number
  /** Whether a crop pass refines a full pass at once, because it is too coarse alone. */
  readonly refinesFull: boolean
  /** The least average frames between passes: crop passes, and full passes if no crop is possible. */
  readonly cropInterval: number
  readonly fullInterval: number
  /** After so many frames without a full pass the next pass is full. */
  readonly refreshInterval: number
  /** The most frames between key frames, however well the motion explains them. */
  readonly maxInterval: number
  /** The `flowResidual` above which a key frame is due. */
  readonly maxResidual: number
  /** When a key frame is looked at again; never if absent. */
  readonly look?: VideoLook
  /** The least number of later frames used for smoothing; 0: no smoothing. */
  readonly smoothingFrames: number
}

const everyFrame = { cropInterval: 1, fullInterval: 1, refreshInterval: 1, maxInterval: 1, maxResidual: 0 }
const fullOnly = { minFoundShare: 0, refinesFull: false, smoothingFrames: 4 }

/**
 * On one thread of a processor a whole frame takes 1.1 s at Balanced and 0.5 s at Fast, the part around the subject 0.4
 * s and 0.1 s, and tracking a frame's motion less than 0.1 s. So these levels run a pass every 2 and 5 frames, nearly
 * always around the subject. On a GPU a pass takes some hundredths of a second.
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
