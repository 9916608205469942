import type { Level } from '#contract/image-options.ts'
import type { Alpha, Matte, Raster } from '#engine/raster.ts'
import { resizePlane } from '#engine/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import { calmMattes } from './calm-mattes.ts'
import { matteFrames } from './matte-frames.ts'
import type { MattingCall, Networks } from './networks.ts'
import { planVideoMatting, type VideoPlan } from './video-plan.ts'
import { type WatchedFrame, watchFrames } from './watch-frames.ts'

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
 * motion, and calms what still flickers.
 */
export function openVideoMatter(networks: Networks): VideoMatter {
  const planFor = (level: Level) => planVideoMatting(level, networks.device.backend)
  const askNetwork = async ({ network, sidePx }: VideoPlan, { frame }: WatchedFrame, call: MattingCall) => {
    call.signal.throwIfAborted()
    const size = { width: sidePx, height: sidePx }
    const matte = await networks.run(network, toTensor(frame.raster, size), size, call)
    return toAlpha(resizePlane(matte, frame.raster))
  }
  return {
    load: (level, call) => networks.load(planFor(level).network, call),
    estimate: async function* (frames, level, call) {
      const plan = planFor(level)
      const matted = matteFrames(watchFrames(frames, call.signal), plan, (frame) =>
        askNetwork(plan, frame, call),
      )
      for await (const { matte, isKey, isCut } of calmMattes(matted, plan.calmFrames)) {
        call.signal.throwIfAborted()
        yield { matte, isKey, isCut }
      }
    },
  }
}

function toAlpha({ width, height, data }: Matte): Alpha {
  const alpha = new Uint8ClampedArray(data.length)
  for (let i = 0; i < alpha.length; i++) alpha[i] = (data[i] ?? 0) * 255
  return { width, height, data: alpha }
}
