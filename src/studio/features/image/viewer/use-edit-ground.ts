import { useMemo, useRef } from 'react'
import type { Box } from '#base/geometry.ts'
import { type CompositionParts, noComposition } from '#contract/composition.ts'
import { middleOf } from '#studio/composition/placement-style.ts'
import type { SubjectPlace } from '#studio/viewer/viewer-layout.ts'
import { colorBelow, type SubjectPicture } from './composed-picture.tsx'
import type { ShownResult } from './use-shown-result.ts'

type Parts = {
  readonly id: string
  readonly result: Pick<ShownResult, 'parts' | 'options'>
  /** The subject alone with its edits; null while it is not there. */
  readonly subject: SubjectPicture | null
  /** The picture is edited as its result looks, not as a matte or with a tint. */
  readonly isEditing: boolean
}

/** A composition that is shown while its subject is edited. */
type EditGround = {
  readonly parts: CompositionParts
  readonly subject: SubjectPicture
  readonly place: SubjectPlace
}

/**
 * What stands behind and around a subject while it is edited; null where nothing does. Its place and the canvas stay as they were
 * when the editing began: they follow from the subject's box, and would move under the brush.
 */
export function useEditGround({ id, result, subject, isEditing }: Parts): EditGround | null {
  const held = useRef<{ readonly id: string; readonly bounds: Box } | null>(null)
  if (!subject) held.current = null
  else if (!isEditing || held.current?.id !== id) held.current = { id, bounds: subject.bounds }
  const { parts, options } = result
  const bounds = held.current?.bounds ?? null
  const hasColor = options.channels !== 'alpha' && colorBelow(options) !== null
  return useMemo(() => {
    const shown = parts ?? (hasColor ? plain : null)
    if (!isEditing || !shown || !subject || !bounds) return null
    const { placement } = shown.composition
    return {
      parts: shown,
      subject: { ...subject, bounds },
      place: { placement, pivot: middleOf(bounds) },
    }
  }, [parts, hasColor, isEditing, subject, bounds])
}

/** A colour alone, which the options have. */
const plain: CompositionParts = { composition: noComposition }
