import { matteRisk } from '#engine/matte-risk.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'

/** A matte, the probability that it is wrong (`matteRisk`), and the mattes of the other passes. */
export type ChosenMatte = {
  readonly matte: AlphaMaskF32
  readonly risk: number
  readonly others: readonly AlphaMaskF32[]
}

/** The additional risk accepted from a later pass, which sees more of the subject. */
const allowance = 0.05
/** The first pass is coarse, so all others must exceed its risk by this before it is chosen. */
const coarseAllowance = 0.2

/** Chooses the best of the mattes of several passes, in order. The first one judges the others. */
export function chooseMatte([first, ...later]: readonly [AlphaMaskF32, ...AlphaMaskF32[]]): ChosenMatte {
  const [start, ...others] = later.map((matte) => ({ matte, risk: matteRisk(matte, first) }))
  if (!start) return { matte: first, risk: matteRisk(first), others: [] }
  const larger = others.reduce((best, next) => (next.risk <= best.risk + allowance ? next : best), start)
  const coarse = { matte: first, risk: matteRisk(first, larger.matte) }
  const best = coarse.risk + coarseAllowance < larger.risk ? coarse : larger
  return { ...best, others: [...later, first].filter((other) => other !== best.matte) }
}

/** The slope of the transition between the smaller and the larger alpha at a weighted mean of 0.5. */
const decisiveness = 10

/**
 * Joins a matte with that of the picture with room around it, which has the weight `weight` (0 to 1): where their mean
 * is above 0.5 the larger alpha, else the smaller. The mean itself would make half transparent what only one of them
 * contains.
 */
export function joinWider({ matte, others }: ChosenMatte, wider: AlphaMaskF32, weight: number): ChosenMatte {
  const data = resizePlane(wider, matte).data.map((alpha, i) => {
    const other = matte.data[i] ?? 0
    const mean = weight * alpha + (1 - weight) * other
    const share = Math.min(1, Math.max(0, (mean - 0.5) * decisiveness + 0.5))
    return share * Math.max(alpha, other) + (1 - share) * Math.min(alpha, other)
  })
  const joined = { ...matte, data }
  return { matte: joined, risk: matteRisk(joined, wider), others: [wider, matte, ...others] }
}
