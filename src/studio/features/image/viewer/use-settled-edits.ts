import { useEffect, useState } from 'react'
import type { PictureItem } from '#studio/features/image/queue/picture-item.ts'
import type { RequestedEdits } from '#studio/queries/image-result.ts'
import { settleMs } from './use-settled-request.ts'

type SettledEdits = {
  readonly id: string
  readonly edited: RequestedEdits | null
}

/**
 * The edits to ask for now. Strokes are complete, and asked for at once. A slider moves through many values: drafts are
 * asked for, each when the one before is there (`isBusy`), and the exact result once it has rested for `settleMs`.
 */
export function useSettledEdits(
  { id, edits }: Pick<PictureItem, 'id' | 'edits'>,
  edited: RequestedEdits | null,
  isBusy: boolean,
): RequestedEdits | null {
  const [settled, setSettled] = useState<SettledEdits>({ id, edited })
  const isSliding = edits.steps[edits.done - 1]?.type === 'value'
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ id, edited }), isSliding ? settleMs : 0)
    return () => clearTimeout(timer)
  }, [id, edited, isSliding])
  const isMoving = settled.id === id && isSliding && settled.edited?.key !== edited?.key
  const isWaiting = isBusy && settled.edited?.isDraft === true
  useEffect(() => {
    if (isMoving && !isWaiting && edited) setSettled({ id, edited: { ...edited, isDraft: true } })
  }, [isMoving, isWaiting, id, edited])
  return settled.id === id ? settled.edited : edited
}
