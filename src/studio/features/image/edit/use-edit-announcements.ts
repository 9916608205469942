import { type RefObject, useEffect, useRef } from 'react'
import type { Edit } from '#contract/image-edits.ts'
import type { EditedAnswer } from '#library/pictures/make-picture.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { decodePicture } from '#studio/media/decode-picture.ts'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { useAnnounce } from '#studio/state/use-studio.ts'

const texts = messages.image.edit

/** Announces an edit's effect once the result shows it: `Kept, 12 % of the picture`. Undo is announced elsewhere. */
export function useEditAnnouncements(
  item: PictureItem,
  shown: EditedAnswer | null,
  /** The last drawn edit; restored and copied edits are not announced. */
  lastDrawn: RefObject<Edit | null>,
  /** Called with each drawn edit and the share of the picture that it changed; null if unknown. */
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
        if (edit.kind === 'alternative') return
        if (ratio === 0) announce(texts.unchanged)
        else announce(wordings[edit.mode](ratio === null ? null : percentOf(ratio)))
      })
    return () => {
      isCurrent = false
    }
  }, [item.id, shown, announce, lastDrawn])
}

const wordings = { keep: texts.kept, remove: texts.removed, refine: texts.refined } as const

/** Small shares have more digits, so that they are not zero. */
const percentOf = (ratio: number) => formatPercent(ratio * 100, ratio < 0.01 ? 2 : 0)

/** Whether both show the same part of the picture, so that their pixels are comparable. */
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

/** The size at which both results are compared quickly. */
const sidePx = 256

/** The share of the picture whose alpha changed, from 0 to 1; null without an earlier result. */
async function changedShare(before: Blob | null, after: Blob): Promise<number | null> {
  if (!before) return null
  const [a, b] = await Promise.all([alphaOf(before), alphaOf(after)])
  return meanDifference(a, b)
}

/** The mean absolute difference of the alphas of RGBA pixels, from 0 to 1. */
const meanDifference = (a: Uint8ClampedArray, b: Uint8ClampedArray): number => {
  let sum = 0
  for (let at = 3; at < a.length; at += 4) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / 255 / (a.length / 4)
}

async function alphaOf(image: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await decodePicture(image, {
    resizeWidth: sidePx,
    resizeHeight: sidePx,
    resizeQuality: 'medium',
  })
  const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, sidePx, sidePx).data
}
