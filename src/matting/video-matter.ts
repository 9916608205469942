import type { Level } from '#contract/image-options.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { createFrameEstimator } from './estimate-frame.ts'
import { keyframePolicy } from './keyframe-policy.ts'
import type { MattingCall, Networks } from './networks.ts'
import { propagateMattes } from './propagate-mattes.ts'
import { smoothMattes } from './smooth-mattes.ts'
import { trackMotion } from './track-motion.ts'

/** What a frame of a video looks like to the matter: the whole picture, `mattingPixels` at most. */
export type SmallFrame = { readonly raster: Raster; readonly timestampSeconds: number }

/** The most pixels of a `SmallFrame`; its matte has the same size. */
export const mattingPixels = 250_000

export type FrameMatte = {
  /** The size of its frame. */
  readonly matte: AlphaMask8
  /** The network looked at this very frame. */
  readonly isKey: boolean
  /** The first frame of another scene than the frame before it. */
  readonly isCut: boolean
}

/** Estimates the mattes of a video that hold still where the picture does. */
export interface VideoMatter {
  /** Loads the networks that this level needs; reports stage `model`. */
  load(level: Level, call: MattingCall): Promise<void>
  /**
   * One matte for each frame, in order, some frames late: it looks ahead. `frames` is taken as fast as it
   * is needed and closed when this is left.
   */
  estimate(
    frames: AsyncIterable<SmallFrame>,
    level: Level,
    call: MattingCall,
  ): AsyncGenerator<FrameMatte, void, void>
}

/**
 * Watches how the frames move, asks the network for key frames only, carries their mattes along the
 * motion, and steadies what still flickers.
 */
export function openVideoMatter(networks: Networks): VideoMatter {
  const planFor = (level: Level) => keyframePolicy(level, networks.device.backend)
  return {
    load: async (level, call) => {
      const { fullPass, cropPass } = planFor(level)
      for (const kind of new Set([fullPass.network, (cropPass ?? fullPass).network]))
        await networks.load(kind, call)
    },
    estimate: async function* (frames, level, call) {
      // A GPU that is lost on the way leaves the rest to a processor, which cannot look as often.
      const planNow = () => planFor(level)
      const { smoothingFrames } = planNow()
      const watched = trackMotion(frames, call.signal)
      const matted = propagateMattes(watched, planNow, createFrameEstimator(networks, planNow, call))
      const steadied = smoothingFrames > 0 ? smoothMattes(matted, smoothingFrames) : matted
      for await (const { matte, isKey, isCut } of steadied) {
        call.signal.throwIfAborted()
        yield { matte, isKey, isCut }
      }
    },
  }
}
