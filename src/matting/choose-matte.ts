import { differenceOf, matteRisk } from '#engine/matte-risk.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'

/** A matte, the probability that it is wrong (`matteRisk`), and those of other passes that were made on the way to it. */
export type ChosenMatte = {
  readonly matte: AlphaMaskF32
  readonly risk: number
  readonly others: readonly AlphaMaskF32[]
}

/** A later pass is larger and may be in a little more doubt, because it sees more. */
const allowance = 0.1
/** Mattes of one size that differ by less see the same subject; their mean has the steadier edges. */
const agreement = 0.2

/**
 * Of the mattes of several passes, in their order, the one that is best. The first one is coarse: it only judges the others, and
 * stays only where there is no other.
 */
export function chooseMatte([first, ...larger]: readonly [AlphaMaskF32, ...AlphaMaskF32[]]): ChosenMatte {
  const judged = larger.map((matte) => ({ matte, risk: matteRisk(matte, first) }))
  const [start = { matte: first, risk: matteRisk(first) }, ...later] = judged
  const best = later.reduce((best, next) => (next.risk <= best.risk + allowance ? next : best), start)
  const same = judged.filter(
    ({ matte }) => matte.width === best.matte.width && differenceOf(matte, best.matte) < agreement,
  )
  const matte = same.length > 1 ? meanOf(same.map((each) => each.matte)) : best.matte
  const used = new Set(same.length > 1 ? same.map((each) => each.matte) : [best.matte])
  return { matte, risk: best.risk, others: [...larger, first].filter((each) => !used.has(each)) }
}

function meanOf(mattes: readonly AlphaMaskF32[]): AlphaMaskF32 {
  const [first] = mattes
  if (!first) throw new Error('There is no mean of nothing.')
  const data = first.data.map(
    (_, i) => mattes.reduce((sum, { data }) => sum + (data[i] ?? 0), 0) / mattes.length,
  )
  return { width: first.width, height: first.height, data }
}
