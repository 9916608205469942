import type { Size } from '#base/geometry.ts'
import { matteDifference, matteUncertainty } from '#engine/matte-stability.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { InferencePass, VideoLook } from './network-catalog.ts'

/** The pass for a scene's key frames, from what larger passes found in some of them. */
export type SceneLook = {
  /** 0: the usual crop pass; n: the n-th pass of `VideoLook`. */
  readonly step: number
  /** The number of next key frames not looked at again, to pay for the last look. */
  readonly wait: number
}

/** The state at the start of a scene. */
export const notLooked: SceneLook = { step: 0, wait: 0 }

/** A `SceneLook` as a number from 1 to 124. */
export const packLook = ({ step, wait }: SceneLook): number => 1 + step + 4 * wait
/** The inverse of `packLook`. */
export const unpackLook = (packed: number): SceneLook => ({
  step: (packed - 1) & 3,
  wait: Math.min(mostWait, (packed - 1) >> 2),
})

/** The most work of looks, as a share of the work of key frames. */
const workShare = 0.1
/** The largest `wait` that fits into a number beside the step. */
const mostWait = 30

/** Mattes agree if they differ in less than this share of the subject. */
const agreement = 0.1

/** The matte of a key frame, and the state of its scene from here on. */
export type LookedAt = { readonly matte: AlphaMask8; readonly look: SceneLook }

/**
 * Runs the next larger pass of `rule` on a key frame with an uncertain matte, and the largest if that is more certain.
 * The most certain matte stays. The scene continues with the smallest pass, `usual` included, whose matte agrees with
 * it. A scene with larger passes is judged at each look, since it may no longer need them. `run` makes the matte of a
 * pass around the subject.
 */
export async function lookAgain(
  matte: AlphaMask8,
  look: SceneLook,
  { aboveUncertainty, passes }: VideoLook,
  usual: InferencePass,
  run: (pass: InferencePass) => Promise<AlphaMask8>,
): Promise<LookedAt> {
  if (look.wait > 0) return { matte, look: { ...look, wait: look.wait - 1 } }
  const isUncertain = matteUncertainty(matte) > aboveUncertainty
  if (!isUncertain && look.step === 0) return { matte, look }
  const seen = new Map<InferencePass, AlphaMask8>()
  const see = async (pass: InferencePass) => {
    const made = seen.get(pass) ?? (await run(pass))
    seen.set(pass, made)
    return made
  }
  const steps = [usual, ...passes]
  let [best, step, most] = [matte, 0, look.step]
  for (const larger of isUncertain ? new Set([look.step + 1, passes.length]) : []) {
    const pass = steps[larger]
    if (!pass) break
    const made = await see(pass)
    if (matteUncertainty(made) >= matteUncertainty(best)) break
    ;[best, most] = [made, larger]
  }
  for (; step < most; step++) {
    const pass = steps[step]
    if (pass && matteDifference(best, await see(pass)) < agreement) break
  }
  const work = [...seen.keys()].reduce((sum, pass) => sum + areaOf(pass), 0)
  const wait = Math.ceil(work / areaOf(steps[step] ?? usual) / workShare)
  return { matte: best, look: { step, wait: Math.min(mostWait, wait) } }
}

const areaOf = ({ width, height }: Size): number => width * height
