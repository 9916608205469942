import type { ImageFacts } from '#contract/image-answer.ts'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = messages.image.facts

/** A result beyond one of these is marked for the user to check. Heuristic numbers (Spec, Image result). */
const limits = { minConfidence: 0.9, maxAmbiguous: 0.1 } as const
const sureFrom = 0.97

type Confidence = Pick<ImageFacts, 'confidence' | 'ambiguous_ratio'>

/** Whether the user should check this result. A missing fact raises no doubt. */
export const isDoubtful = ({ confidence, ambiguous_ratio }: Confidence): boolean =>
  (confidence !== null && confidence < limits.minConfidence) ||
  (ambiguous_ratio !== null && ambiguous_ratio > limits.maxAmbiguous)

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
export const doubtText = ({ confidence, ambiguous_ratio }: Confidence): string => {
  if (ambiguous_ratio !== null && ambiguous_ratio > limits.maxAmbiguous) return texts.manySeeThrough
  return confidence === null ? '' : texts.closeCall
}
