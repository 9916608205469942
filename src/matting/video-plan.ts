import type { Level } from '#contract/image-options.ts'
import type { Device } from './device.ts'
import type { NetworkKind } from './networks.ts'

/** How a level spends its time on a video. */
export type VideoPlan = {
  readonly network: NetworkKind
  /** The side of the square that a frame is squeezed to for a pass. */
  readonly sidePx: number
  /** Frames that pay for one pass on average; 1: every frame is a key frame. */
  readonly framesPerPass: number
  /** Frames from one key frame to the next at most, when all is explained. */
  readonly longestGap: number
  /** The share of a frame that a key frame may leave unexplained before the next is due. */
  readonly mostUnexplained: number
  /** How many frames before and after have a say in a frame's matte. */
  readonly calmFrames: number
}

/** A processor takes about 5 s for the large pass; a GPU some hundredths of a second. */
export function planVideoMatting(level: Level, backend: Device['backend']): VideoPlan {
  const large = { network: 'large', sidePx: 1024 } as const
  if (level === 'fine')
    return { ...large, framesPerPass: 1, longestGap: 1, mostUnexplained: 0, calmFrames: 3 }
  if (backend === 'webgpu') {
    return level === 'balanced'
      ? { ...large, framesPerPass: 2, longestGap: 4, mostUnexplained: 0.25, calmFrames: 0 }
      : { ...large, framesPerPass: 6, longestGap: 12, mostUnexplained: 0.25, calmFrames: 0 }
  }
  return level === 'balanced'
    ? { ...large, framesPerPass: 13, longestGap: 24, mostUnexplained: 0.25, calmFrames: 0 }
    : {
        network: 'small',
        sidePx: 512,
        framesPerPass: 9,
        longestGap: 24,
        mostUnexplained: 0.25,
        calmFrames: 0,
      }
}
