import type { Level } from '#contract/image-options.ts'
import type { Device } from './device.ts'
import type { NetworkKind } from './networks.ts'

/** One run of a network on a picture squeezed to a square of this side. */
export type Pass = { readonly network: NetworkKind; readonly sidePx: number }

/** How a level spends its time on a video. */
export type VideoPlan = {
  /** A look at the whole frame: where a scene begins, and now and then for what is new in it. */
  readonly whole: Pass
  /**
   * A look at the part around the subject, which at half the side shows it nearly as large to the
   * network: in between, at a fifth of the cost.
   */
  readonly close: Pass | undefined
  /** A close look that finds less than this share of what it was sent for has failed; a whole one follows. */
  readonly leastFound: number
  /** The first look at a scene is followed by a close one, because `whole` is too coarse alone. */
  readonly looksTwice: boolean
  /** Frames from one look to the next at least: close ones, and whole ones where close would not do. */
  readonly closeEvery: number
  readonly wholeEvery: number
  /** Of the looks, one after this many frames is a whole one. */
  readonly lookAroundEvery: number
  /** Frames from one look to the next at most, however well all is explained. */
  readonly longestGap: number
  /** The share of a frame that a key frame may leave unexplained before the next is due. */
  readonly mostUnexplained: number
  /** Frames after a frame that have a say in its matte at least, beside all before it; 0: no other has. */
  readonly steadyFrames: number
}

const large: Pass = { network: 'large', sidePx: 1024 }
const small: Pass = { network: 'small', sidePx: 512 }

const everyFrame = { closeEvery: 1, wholeEvery: 1, lookAroundEvery: 1, longestGap: 1, mostUnexplained: 0 }

/**
 * On a processor the large pass takes about 5 s and the small one 1 s, which Balanced and Fast may spend
 * once in 3 and in 8 frames to be 10 and 25 times faster than the large pass on every frame. On a GPU the
 * large pass takes some hundredths of a second.
 */
export function planVideoMatting(level: Level, backend: Device['backend']): VideoPlan {
  const whole = { whole: large, close: undefined, leastFound: 0, looksTwice: false }
  if (level === 'fine') return { ...whole, ...everyFrame, steadyFrames: 4 }
  if (backend === 'webgpu') {
    return level === 'balanced'
      ? { ...whole, ...everyFrame, steadyFrames: 4 }
      : { ...whole, ...everyFrame, wholeEvery: 4, longestGap: 8, mostUnexplained: 0.08, steadyFrames: 4 }
  }
  return level === 'balanced'
    ? {
        whole: large,
        close: small,
        leastFound: 0.5,
        looksTwice: false,
        closeEvery: 3,
        wholeEvery: 13,
        lookAroundEvery: 48,
        longestGap: 24,
        mostUnexplained: 0.08,
        steadyFrames: 4,
      }
    : {
        whole: small,
        close: small,
        leastFound: 0.7,
        looksTwice: true,
        closeEvery: 8,
        wholeEvery: 8,
        lookAroundEvery: 48,
        longestGap: 27,
        mostUnexplained: 0.08,
        steadyFrames: 0,
      }
}
