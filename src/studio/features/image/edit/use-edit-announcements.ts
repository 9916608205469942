import { type RefObject, useEffect, useRef } from 'react'
import type { Edit } from '#contract/image-edits.ts'
import type { PictureItem } from '#studio/features/image/queue/picture-item.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import type { EditedAnswer } from '#studio/queries/image-result.ts'
import { changedShare } from './changed-share.ts'

const texts = messages.image.edit

/**
 * Tells screen readers what an edit did, as soon as the result shows it: `Kept, 12 % of the picture`. Undoing is
 * announced where it is done.
 */
export function useEditAnnouncements(
  item: PictureItem,
  shown: EditedAnswer | null,
  /** The edit that was drawn last; restored and copied ones are not announced. */
  lastDrawn: RefObject<Edit | null>,
  /** Called with each edit that was drawn and the share of the picture that it changed; null where that is not known. */
  onEdited: (edit: Edit, share: number | null) => void,
): void {
  const announce = useAnnounce()
  const heard = useRef(onEdited)
  heard.current = onEdited
  const before = useRef<{ readonly id: string; readonly answer: EditedAnswer | null }>({
    id: item.id,
    answer: shown,
  })
  useEffect(() => {
    const { id, answer } = before.current
    before.current = { id: item.id, answer: shown }
    const edit = shown?.edited?.edits.list.at(-1)
    if (id !== item.id || !shown || !edit || edit !== lastDrawn.current) return
    lastDrawn.current = null
    let isCurrent = true
    const share = isSamePart(answer, shown) ? changedShare(answer?.image ?? null, shown.image) : null
    void Promise.resolve(share)
      .catch(() => null)
      .then((ratio) => {
        if (!isCurrent) return
        heard.current(edit, ratio)
        if (edit.kind === 'take') return
        if (ratio === 0) announce(texts.unchanged)
        else announce(wordings[edit.mode](ratio === null ? null : percentOf(ratio)))
      })
    return () => {
      isCurrent = false
    }
  }, [item.id, shown, announce, lastDrawn])
}

const wordings = { keep: texts.kept, remove: texts.removed, refine: texts.refined } as const

/** Small parts with a digit more, so that they are not zero. */
const percentOf = (ratio: number) => formatPercent(ratio * 100, ratio < 0.01 ? 2 : 0)

/** Whether both show the same part of the picture, so that their pixels can be compared. */
const isSamePart = (a: EditedAnswer | null, b: EditedAnswer): boolean => {
  const [one, other] = [a?.placement?.box, b.placement?.box]
  return (
    one !== undefined &&
    other !== undefined &&
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  )
}
