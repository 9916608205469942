import type { Level } from '#contract/image-options.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { createFrameEstimator } from './estimate-frame.ts'
import { keyframePolicy } from './keyframe-policy.ts'
import { notLooked, packLook, unpackLook } from './look-again.ts'
import type { MattingCall } from './matting-call.ts'
import type { Networks } from './networks.ts'
import { propagateMattes } from './propagate-mattes.ts'
import type { SmallFrame } from './small-frame.ts'
import { smoothMattes } from './smooth-mattes.ts'
import { trackMotion } from './track-motion.ts'

/** The matte of one frame of a video. */
export type FrameMatte = {
  /** The matte, at the size of the frame. */
  readonly matte: AlphaMask8
  /** Whether the network ran on this very frame. */
  readonly isKey: boolean
  /** Whether this frame begins a new scene. */
  readonly isCut: boolean
  /** The state of its scene from here on, for `TimedMatte`; absent if none is tracked. */
  readonly sceneState?: number
}

/** Estimates mattes of a video that do not flicker where the picture is still. */
export interface VideoMatter {
  /** Loads the networks that this level needs; reports step `model`. */
  load(level: Level, call: MattingCall): Promise<void>
  /**
   * One matte per frame, in order, up to 36 frames late, since later frames are needed. Reads `frames` a few frames
   * ahead at most, and closes it at the end. `sceneState` is the state at the frame before the first; absent at the
   * start of a video.
   */
  estimate(
    frames: AsyncIterable<SmallFrame>,
    level: Level,
    call: MattingCall,
    sceneState?: number,
  ): AsyncGenerator<FrameMatte, void, void>
}

/**
 * Tracks the motion between frames, runs the network on key frames, propagates their mattes along the motion, and
 * smooths them over time.
 */
export function openVideoMatter(networks: Networks): VideoMatter {
  const policyFor = (level: Level) => keyframePolicy(level, networks.device.backend, networks.passes)
  return {
    load: async (level, call) => {
      const { fullPass, cropPass } = policyFor(level)
      for (const network of new Set([fullPass.network, (cropPass ?? fullPass).network]))
        await networks.load(network, call)
    },
    estimate: async function* (frames, level, call, sceneState) {
      // Read for each frame: when a GPU is lost, a processor takes over, with fewer passes.
      const currentPolicy = () => policyFor(level)
      const { smoothingFrames } = currentPolicy()
      const firstLook = sceneState === undefined ? notLooked : unpackLook(sceneState)
      const tracked = readAhead(trackMotion(frames, call.signal))
      const estimator = createFrameEstimator(networks, currentPolicy, call)
      const propagated = readAhead(propagateMattes(tracked, currentPolicy, estimator, firstLook))
      const smoothed = smoothingFrames > 0 ? smoothMattes(propagated, smoothingFrames) : propagated
      for await (const { matte, isKey, isCut, look } of smoothed) {
        call.signal.throwIfAborted()
        yield { matte, isKey, isCut, sceneState: packLook(look) }
      }
    },
  }
}

/**
 * Requests the next item before the last one is processed: while the GPU runs the network, the processor decodes and
 * tracks the next frame, and while it smooths mattes, the GPU makes the next.
 */
async function* readAhead<T>(items: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  let next = items.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = items.next()
      // An early failure is reported when its item is awaited.
      next.catch(() => {})
      yield value
    }
  } finally {
    await items.return()
  }
}
