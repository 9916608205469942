import type { Level } from '#contract/image-options.ts'
import type { Device } from './device.ts'
import type { NetworkKind } from './networks.ts'

/** One run of a network on a picture squeezed to a square of this side. */
export type InferencePass = { readonly network: NetworkKind; readonly sidePx: number }

/** How a level spends its time on a video. */
export type KeyframePolicy = {
  /** A look at the whole frame: where a scene begins, and now and then for what is new in it. */
  readonly fullPass: InferencePass
  /**
   * A look at the part around the subject, which at half the side shows it nearly as large to the
   * network: in between, at a fifth of the cost.
   */
  readonly cropPass: InferencePass | undefined
  /** A close look that finds less than this share of what it was sent for has failed; a whole one follows. */
  readonly minFoundShare: number
  /** The first look at a scene is followed by a close one, because `whole` is too coarse alone. */
  readonly refinesFirst: boolean
  /** Frames from one look to the next at least: close ones, and whole ones where close would not do. */
  readonly cropInterval: number
  readonly fullInterval: number
  /** Of the looks, one after this many frames is a whole one. */
  readonly refreshInterval: number
  /** Frames from one look to the next at most, however well all is explained. */
  readonly maxInterval: number
  /** The share of a frame that a key frame may leave unexplained before the next is due. */
  readonly maxResidual: number
  /** Frames after a frame that have a say in its matte at least, beside all before it; 0: no other has. */
  readonly smoothingFrames: number
}

const large: InferencePass = { network: 'large', sidePx: 1024 }
const small: InferencePass = { network: 'small', sidePx: 512 }

const everyFrame = { cropInterval: 1, fullInterval: 1, refreshInterval: 1, maxInterval: 1, maxResidual: 0 }

/**
 * On a processor the large pass takes about 5 s and the small one 1 s, which Balanced and Fast may spend
 * once in 3 and in 8 frames to be 10 and 25 times faster than the large pass on every frame. On a GPU the
 * large pass takes some hundredths of a second.
 */
export function keyframePolicy(level: Level, backend: Device['backend']): KeyframePolicy {
  const whole = { fullPass: large, cropPass: undefined, minFoundShare: 0, refinesFirst: false }
  if (level === 'fine') return { ...whole, ...everyFrame, smoothingFrames: 4 }
  if (backend === 'webgpu') {
    return level === 'balanced'
      ? { ...whole, ...everyFrame, smoothingFrames: 4 }
      : { ...whole, ...everyFrame, fullInterval: 4, maxInterval: 8, maxResidual: 0.08, smoothingFrames: 4 }
  }
  return level === 'balanced'
    ? {
        fullPass: large,
        cropPass: small,
        minFoundShare: 0.5,
        refinesFirst: false,
        cropInterval: 3,
        fullInterval: 13,
        refreshInterval: 48,
        maxInterval: 24,
        maxResidual: 0.08,
        smoothingFrames: 4,
      }
    : {
        fullPass: small,
        cropPass: small,
        minFoundShare: 0.7,
        refinesFirst: true,
        cropInterval: 8,
        fullInterval: 8,
        refreshInterval: 48,
        maxInterval: 27,
        maxResidual: 0.08,
        smoothingFrames: 0,
      }
}
