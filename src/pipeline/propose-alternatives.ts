import { yieldToEvents } from '#base/timers.ts'
import type { AlternativeEdit } from '#contract/image-edits.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { alternativeEdit } from '#engine/edits/alternative-patches.ts'
import { clickPicture } from '#engine/edits/click-patches.ts'
import { type ProposalScene, proposeCutouts } from '#engine/proposals/propose-cutouts.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'

/** Evidence about a picture besides its matte. */
export type KnownBeside = Pick<ProposalScene, 'others' | 'people' | 'closer'>

/** Edits that apply alternative cut-outs of a picture, the most likely first. Rejects with the signal's reason. */
export const proposeAlternatives = async (
  picture: Raster,
  matte: AlphaMaskF32,
  features: FeatureMaps | null,
  known: KnownBeside,
  signal: AbortSignal,
): Promise<readonly AlternativeEdit[]> => {
  await yieldToEvents(signal)
  const scene = { picture: clickPicture(picture), matte, features, ...known }
  return proposeCutouts(scene).map((proposed) => alternativeEdit(proposed.matte))
}
