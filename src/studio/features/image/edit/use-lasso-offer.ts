import { useState } from 'react'
import type { Edit } from '#contract/image-edits.ts'

/** A click that changes a smaller share of the picture has missed. */
const littleShare = 0.005
/** The number of misses in a row after which the lasso is faster. */
const enough = 2

/** The number of misses in a row, and their picture. */
export type LittleClicks = { readonly id: string; readonly count: number }

/** The misses in a row after one more edit of a picture. */
export const afterEdit = (
  before: LittleClicks,
  id: string,
  { kind }: Pick<Edit, 'kind'>,
  share: number | null,
): LittleClicks => {
  const isLittle = kind === 'click' && share !== null && share < littleShare
  return { id, count: isLittle ? (before.id === id ? before.count : 0) + 1 : 0 }
}

/** Whether the misses on the shown picture are enough to offer the lasso. */
export const isLassoOffered = ({ id, count }: LittleClicks, shownId: string): boolean =>
  id === shownId && count >= enough

/** Whether to offer the lasso, and a function to call with each edit and the share of the picture that it changed. */
export function useLassoOffer(id: string) {
  const [clicks, setClicks] = useState<LittleClicks>({ id, count: 0 })
  return {
    isOffered: isLassoOffered(clicks, id),
    onEdited: (edit: Edit, share: number | null) => setClicks((before) => afterEdit(before, id, edit, share)),
  }
}
