import { useState } from 'react'
import type { Edit } from '#contract/image-edits.ts'

/** A click that changes less of the picture than this did not find what was meant. */
const littleShare = 0.005
/** After so many of them in a row the lasso is faster. */
const enough = 2

/** How many clicks in a row changed little, and on which picture. */
export type LittleClicks = { readonly id: string; readonly count: number }

/** The clicks in a row that changed little, after one more edit of a picture. */
export const afterEdit = (
  before: LittleClicks,
  id: string,
  { kind }: Pick<Edit, 'kind'>,
  share: number | null,
): LittleClicks => {
  const isLittle = kind === 'click' && share !== null && share < littleShare
  return { id, count: isLittle ? (before.id === id ? before.count : 0) + 1 : 0 }
}

/** Whether so many clicks changed little on the shown picture that the lasso is offered. */
export const isLassoOffered = ({ id, count }: LittleClicks, shownId: string): boolean =>
  id === shownId && count >= enough

/** Whether to offer the lasso, and what to call with each edit and the share of the picture that it changed. */
export function useLassoOffer(id: string) {
  const [clicks, setClicks] = useState<LittleClicks>({ id, count: 0 })
  return {
    isOffered: isLassoOffered(clicks, id),
    onEdited: (edit: Edit, share: number | null) => setClicks((before) => afterEdit(before, id, edit, share)),
  }
}
