import { matteRisk } from '#engine/matte-risk.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'

/** A matte, the probability that it is wrong (`matteRisk`), and those of other passes that were made on the way to it. */
export type ChosenMatte = {
  readonly matte: AlphaMaskF32
  readonly risk: number
  readonly others: readonly AlphaMaskF32[]
}

/** A later pass sees more of the subject, and may be of a little more risk. */
const allowance = 0.05
/** The first pass is coarse, and stays only where all others are of so much more risk. */
const coarseAllowance = 0.2

/** Of the mattes of several passes, in their order, the one that is best. The first one judges the others. */
export function chooseMatte([first, ...later]: readonly [AlphaMaskF32, ...AlphaMaskF32[]]): ChosenMatte {
  const [start, ...others] = later.map((matte) => ({ matte, risk: matteRisk(matte, first) }))
  if (!start) return { matte: first, risk: matteRisk(first), others: [] }
  const larger = others.reduce((best, next) => (next.risk <= best.risk + allowance ? next : best), start)
  const coarse = { matte: first, risk: matteRisk(first, larger.matte) }
  const best = coarse.risk + coarseAllowance < larger.risk ? coarse : larger
  return { ...best, others: [...later, first].filter((other) => other !== best.matte) }
}
