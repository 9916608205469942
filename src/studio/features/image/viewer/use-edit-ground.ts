import { useMemo, useRef } from 'react'
import type { Box } from '#base/geometry.ts'
import { type CompositionParts, noComposition } from '#contract/composition.ts'
import { middleOf } from '#studio/viewer/placement-style.ts'
import type { SubjectPlace } from '#studio/viewer/viewer-layout.ts'
import { colorBelow, type SubjectPicture } from './composed-picture.tsx'
import type { ShownResult } from './use-shown-result.ts'

/** The composition of a result; null if there is none. */
export const groundOf = ({
  parts,
  options,
}: Pick<ShownResult, 'parts' | 'options'>): CompositionParts | null =>
  parts ?? (options.channels !== 'alpha' && colorBelow(options) !== null ? plain : null)

/** A plain colour, which the options contain. */
const plain: CompositionParts = { composition: noComposition }

/** A composition shown while its subject is edited. */
type EditGround = {
  readonly parts: CompositionParts
  readonly subject: SubjectPicture
  readonly place: SubjectPlace
}

/**
 * The composition during editing; null if there is none. The subject's place and the canvas stay as at the start of the
 * editing: they depend on the subject's box, and would move under the brush.
 */
export function useEditGround(
  parts: CompositionParts | null,
  /** The subject alone with its edits; null while missing. */
  subject: SubjectPicture | null,
): EditGround | null {
  const held = useRef<Box | null>(null)
  if (!subject) held.current = null
  else if (!parts || !held.current) held.current = subject.bounds
  const bounds = held.current
  return useMemo(() => {
    if (!parts || !subject || !bounds) return null
    const { placement } = parts.composition
    return { parts, subject: { ...subject, bounds }, place: { placement, pivot: middleOf(bounds) } }
  }, [parts, subject, bounds])
}
