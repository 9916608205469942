import type { ImageAnswer, ImageFacts } from '#contract/image-answer.ts'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = messages.image.facts

/** A result beyond one of these is marked for the user to check. Heuristic numbers (Spec, Image result). */
const limits = { minConfidence: 0.9, maxAmbiguous: 0.1 } as const
const sureFrom = 0.97

type Confidence = Pick<ImageFacts, 'confidence' | 'ambiguous_ratio'>

/** The doubt of a matte beyond which three of four have an IoU below .90 (docs/performance.md). */
const maxDoubt = 0.2

/** A result as far as it tells how sure it is. */
type Rated = Pick<ImageAnswer, 'facts' | 'placement'>

/**
 * Whether the user should check this result: by the doubt of its matte where that is known, else by the facts of the
 * service. A missing fact raises no doubt.
 */
export const isDoubtful = ({ facts: { confidence, ambiguous_ratio }, placement }: Rated): boolean =>
  placement?.doubt === undefined
    ? (confidence !== null && confidence < limits.minConfidence) ||
      (ambiguous_ratio !== null && ambiguous_ratio > limits.maxAmbiguous)
    : placement.doubt > maxDoubt

/** `0.97, sure` */
export const confidenceText = ({ confidence }: Confidence): string => {
  if (confidence === null || !Number.isFinite(confidence)) return texts.notShared
  if (confidence >= sureFrom) return texts.sure(confidence)
  return confidence >= limits.minConfidence ? texts.fairlySure(confidence) : texts.unsure(confidence)
}

/** `2.1 % of pixels` */
export const ambiguousText = ({ ambiguous_ratio }: Confidence): string => {
  if (ambiguous_ratio === null || !Number.isFinite(ambiguous_ratio)) return texts.notShared
  const percent = ambiguous_ratio * 100
  return texts.ofPixels(formatPercent(percent, percent < 10 ? 1 : 0))
}

/** The facts that a service does not tell or CORS hides, as one name: `Time, confidence`; null where all are known. */
export const hiddenFacts = ({
  processing_ms,
  confidence,
  ambiguous_ratio,
  request_id,
}: Pick<ImageFacts, 'processing_ms' | 'confidence' | 'ambiguous_ratio' | 'request_id'>): string | null => {
  const { hidden } = texts
  const names = [
    ...(processing_ms === null ? [hidden.time] : []),
    ...(confidence === null ? [hidden.confidence] : []),
    ...(ambiguous_ratio === null ? [hidden.seeThrough] : []),
    ...(request_id === null ? [hidden.requestId] : []),
  ].join(', ')
  return names === '' ? null : names.charAt(0).toUpperCase() + names.slice(1)
}

/** Why a result is doubtful, and what to do; empty where nothing is known. */
export const doubtText = ({ facts: { confidence, ambiguous_ratio }, placement }: Rated): string => {
  if ((placement?.doubt ?? 0) > maxDoubt) return texts.partInDoubt
  if (ambiguous_ratio !== null && ambiguous_ratio > limits.maxAmbiguous) return texts.manySeeThrough
  return confidence === null ? '' : texts.closeCall
}
