import { matteDifference, matteDoubt } from '#engine/matte-stability.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { InferencePass, VideoLook } from './network-catalog.ts'

/** What a scene's key frames get, from what larger passes saw of some of them. */
export type SceneLook = {
  /** 0: the usual crop pass; n: the n-th pass of `VideoLook`. */
  readonly step: number
  /** The `periodAt` in which a key frame was looked at last; -1 where none was. */
  readonly period: number
}

/** That of a scene that begins. */
export const notLooked: SceneLook = { step: 0, period: -1 }

/** A `SceneLook` as a number from 64 to 127. */
export const packLook = ({ step, period }: SceneLook): number => 64 + 16 * step + period + 1
/** Reads what `packLook` wrote. */
export const unpackLook = (packed: number): SceneLook => ({
  step: (packed >> 4) & 3,
  period: (packed & 15) - 1,
})

/** In each of these spans of the video's time a scene's key frames are looked at again once at most. */
const periodSeconds = 10
/** Numbers of periods begin anew, so that they fit into a byte. */
const periods = 15

/** Mattes agree where they differ in less than this share of the subject. */
const agreement = 0.1

/** The number of the span of the video's time in which this time lies. */
export const periodAt = (seconds: number): number => Math.floor(seconds / periodSeconds) % periods

/** The matte of a key frame, and what its scene gets from here on. */
export type LookedAt = { readonly matte: AlphaMask8; readonly look: SceneLook }

/**
 * Looks again at a key frame whose matte is in doubt: the largest pass of `rule` sees it, and where its matte is in less doubt, that
 * stays, and the scene goes on with the smallest pass whose matte agrees with it, `usual` included. A scene with larger passes is
 * judged in each period, as it may do without them by then. `run` makes the matte of a pass around the subject.
 */
export async function lookAgain(
  matte: AlphaMask8,
  look: SceneLook,
  period: number,
  { aboveDoubt, passes }: VideoLook,
  usual: InferencePass,
  run: (pass: InferencePass) => Promise<AlphaMask8>,
): Promise<LookedAt> {
  const doubt = matteDoubt(matte)
  const isDoubted = doubt > aboveDoubt
  const largest = passes.at(-1)
  if (look.period === period || !largest || (!isDoubted && look.step === 0)) return { matte, look }
  const seen = isDoubted && look.step < passes.length ? await run(largest) : matte
  const isSurer = matteDoubt(seen) < doubt
  const best = isSurer ? seen : matte
  const most = isSurer ? passes.length : look.step
  for (const [step, pass] of [usual, ...passes].slice(0, most).entries())
    if (matteDifference(best, await run(pass)) < agreement) return { matte: best, look: { step, period } }
  return { matte: best, look: { step: most, period } }
}
