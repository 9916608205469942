import type { Level } from '#contract/image-options.ts'
import type { Alpha, Raster } from '#engine/raster.ts'
import { openLook } from './look.ts'
import { matteFrames } from './matte-frames.ts'
import type { MattingCall, Networks } from './networks.ts'
import { steadyMattes } from './steady-mattes.ts'
import { planVideoMatting } from './video-plan.ts'
import { watchFrames } from './watch-frames.ts'

/** What a frame of a video looks like to the matter: the whole picture, `mattingPixels` at most. */
export type SmallFrame = { readonly raster: Raster; readonly timestampSeconds: number }

/** The most pixels of a `SmallFrame`; its matte has the same size. */
export const mattingPixels = 250_000

export type FrameMatte = {
  /** The size of its frame. */
  readonly matte: Alpha
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
  const planFor = (level: Level) => planVideoMatting(level, networks.device.backend)
  return {
    load: async (level, call) => {
      const { whole, close } = planFor(level)
      for (const kind of new Set([whole.network, (close ?? whole).network])) await networks.load(kind, call)
    },
    estimate: async function* (frames, level, call) {
      // A GPU that is lost on the way leaves the rest to a processor, which cannot look as often.
      const planNow = () => planFor(level)
      const { steadyFrames } = planNow()
      const watched = watchFrames(frames, call.signal)
      const matted = matteFrames(watched, planNow, openLook(networks, planNow, call))
      const steadied = steadyFrames > 0 ? steadyMattes(matted, steadyFrames) : matted
      for await (const { matte, isKey, isCut } of steadied) {
        call.signal.throwIfAborted()
        yield { matte, isKey, isCut }
      }
    },
  }
}
