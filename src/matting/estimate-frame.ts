import type { Box, Size } from '#base/geometry.ts'
import { followOwnEdges } from '#engine/follow-own-edges.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { cropRaster, resizePlane } from '#engine/resample/resize.ts'
import { cropAroundSubject, pasteMatte } from '#engine/subject-box.ts'
import { toTensor } from '#engine/tensor.ts'
import type { KeyframePolicy } from './keyframe-policy.ts'
import { type LookedAt, lookAgain, type SceneLook } from './look-again.ts'
import type { MattingCall } from './matting-call.ts'
import type { InferencePass } from './network-catalog.ts'
import type { Networks } from './networks.ts'
import type { SmallFrame } from './small-frame.ts'

/**
 * Estimates the matte of a key frame at the frame's size. `expected` is the matte warped from the previous key frame:
 * if it has a subject, the network gets only the part around it; undefined requests the whole frame. `look` is the
 * current state of the scene.
 */
export type EstimateFrame = (
  frame: SmallFrame,
  expected: AlphaMask8 | undefined,
  look: SceneLook,
) => Promise<LookedAt>

export function createFrameEstimator(
  networks: Networks,
  currentPolicy: () => KeyframePolicy,
  call: MattingCall,
): EstimateFrame {
  const run = async ({ network, width, height }: InferencePass, raster: Raster): Promise<AlphaMask8> => {
    call.signal.throwIfAborted()
    const size = { width, height }
    const matte = await networks.run(network, toTensor(raster, size), size, call)
    return toBytes(resizePlane(followOwnEdges(matte, raster), raster))
  }
  const runOnCrop = async (
    pass: InferencePass,
    frame: Raster,
    around: AlphaMask8,
    box: Box,
  ): Promise<AlphaMask8> => pasteMatte(around, await run(pass, cropRaster(frame, box)), box)

  return async ({ raster }, expected, look) => {
    const policy = currentPolicy()
    const larger = policy.look?.passes[look.step - 1]
    const cropPass = larger ?? policy.cropPass
    const judged = (matte: AlphaMask8, around: AlphaMask8, box: Box | null): Promise<LookedAt> | LookedAt =>
      policy.look && policy.cropPass && box
        ? lookAgain(matte, look, policy.look, policy.cropPass, (pass) => runOnCrop(pass, raster, around, box))
        : { matte, look }
    const expectedBox = expected && cropAroundSubject(expected)
    if (cropPass && expected && expectedBox) {
      const matte = await runOnCrop(cropPass, raster, expected, expectedBox)
      if (alphaSum(matte) > policy.minFoundShare * alphaSum(expected))
        return judged(matte, expected, expectedBox)
    }
    const full = await run(policy.fullPass, raster)
    const box = cropAroundSubject(full)
    const isRefined = box && (larger || (policy.refinesFull && isWorthwhile(box, raster)))
    return judged(cropPass && isRefined ? await runOnCrop(cropPass, raster, full, box) : full, full, box)
  }
}

const alphaSum = ({ data }: AlphaMask8): number => data.reduce((sum, alpha) => sum + alpha, 0)

/** A crop shows more detail than the whole frame only if it leaves out a good part of it. */
const isWorthwhile = (box: Box, { width, height }: Size): boolean =>
  box.width * box.height < 0.6 * width * height

/** Alphas this near to 0 or 255 are invisible and rounded to them: uniform tiles of a matte are cheap to warp. */
const haze = 2

function toBytes({ width, height, data }: AlphaMaskF32): AlphaMask8 {
  const alpha = new Uint8ClampedArray(data.length)
  for (let i = 0; i < alpha.length; i++) {
    const value = (data[i] ?? 0) * 255
    alpha[i] = value <= haze ? 0 : value >= 255 - haze ? 255 : value
  }
  return { width, height, data: alpha }
}
