import type { Box } from '#engine/box.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { cropRaster, resizePlane } from '#engine/resample/resize.ts'
import { cropAroundSubject, pasteMatte } from '#engine/subject-box.ts'
import { toTensor } from '#engine/tensor.ts'
import type { InferencePass, KeyframePolicy } from './keyframe-policy.ts'
import type { MattingCall, Networks } from './networks.ts'

/**
 * Asks the network for the matte of a frame: of the whole of it, or of the part around the subject where
 * `expected`, the matte as it was carried here, says that is.
 */
export type EstimateFrame = (frame: Raster, expected: AlphaMask8 | undefined) => Promise<AlphaMask8>

export function createFrameEstimator(
  networks: Networks,
  planNow: () => KeyframePolicy,
  call: MattingCall,
): EstimateFrame {
  const run = async ({ network, sidePx }: InferencePass, raster: Raster): Promise<AlphaMask8> => {
    call.signal.throwIfAborted()
    const size = { width: sidePx, height: sidePx }
    return toAlpha(resizePlane(await networks.run(network, toTensor(raster, size), size, call), raster))
  }
  const lookClose = async (
    pass: InferencePass,
    frame: Raster,
    expected: AlphaMask8,
    box: Box,
  ): Promise<AlphaMask8> => pasteMatte(expected, await run(pass, cropRaster(frame, box)), box)

  return async (frame, expected) => {
    const plan = planNow()
    const known = expected && cropAroundSubject(expected)
    if (plan.cropPass && expected && known) {
      const seen = await lookClose(plan.cropPass, frame, expected, known)
      if (alphaSum(seen) > plan.minFoundShare * alphaSum(expected)) return seen
    }
    const first = await run(plan.fullPass, frame)
    const box = plan.refinesFirst ? cropAroundSubject(first) : null
    return plan.cropPass && box && isWorthwhile(box, frame)
      ? lookClose(plan.cropPass, frame, first, box)
      : first
  }
}

const alphaSum = ({ data }: AlphaMask8): number => data.reduce((sum, alpha) => sum + alpha, 0)

/** A close look is worth it while it leaves a good part of the frame out. */
const isWorthwhile = (box: Box, { width, height }: { width: number; height: number }): boolean =>
  box.width * box.height < 0.6 * width * height

function toAlpha({ width, height, data }: AlphaMaskF32): AlphaMask8 {
  const alpha = new Uint8ClampedArray(data.length)
  for (let i = 0; i < alpha.length; i++) alpha[i] = (data[i] ?? 0) * 255
  return { width, height, data: alpha }
}
