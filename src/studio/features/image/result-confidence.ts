import { type ImageFacts, maxRisk, type UncertainPlace } from '#contract/image-answer.ts'
import type { AnswerFacts } from '#library/pictures/picture-item.ts'
import { formatList, formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = messages.image.facts

/** The user should check a result beyond one of these. Heuristic numbers (Spec, Image result). */
const limits = { minConfidence: 0.9, maxAmbiguous: 0.1 } as const
const sureFrom = 0.97
/** The risk of a matte below which it counts as certain; also heuristic. */
const sureUpTo = 0.1

type Confidence = Pick<ImageFacts, 'confidence' | 'ambiguous_ratio'>

/**
 * Whether the user should check this result: by the risk of its matte if known, otherwise by the facts of the service.
 * A missing fact raises no uncertainty.
 */
export const isUncertain = ({ facts: { confidence, ambiguous_ratio }, placement }: AnswerFacts): boolean =>
  placement?.risk === undefined
    ? (confidence !== null && confidence < limits.minConfidence) ||
      (ambiguous_ratio !== null && ambiguous_ratio > limits.maxAmbiguous)
    : placement.risk > maxRisk

const none: readonly UncertainPlace[] = []

/** The places to check of an uncertain result; none if unknown. */
export const uncertainPlaces = (answer: AnswerFacts): readonly UncertainPlace[] =>
  (isUncertain(answer) && answer.placement?.places) || none

/** `half see-through at the top left`, for each place of an uncertain result; empty if there is none. */
export const placesText = (answer: AnswerFacts): string =>
  formatList(
    uncertainPlaces(answer).map(({ kind, box: { x, y, width, height } }) =>
      texts.places.announced[kind](texts.places.where[thirds[third(y + height / 2)][third(x + width / 2)]]),
    ),
  )

const thirds = [
  ['topLeft', 'top', 'topRight'],
  ['left', 'middle', 'right'],
  ['bottomLeft', 'bottom', 'bottomRight'],
] as const

/** The third of a side that contains a place, 0 to 1. */
const third = (at: number): 0 | 1 | 2 => (at < 1 / 3 ? 0 : at < 2 / 3 ? 1 : 2)

/** `0.97, sure`: by the risk of the matte if known, otherwise by the service's confidence. */
export const confidenceText = ({ facts: { confidence }, placement }: AnswerFacts): string => {
  const { risk } = placement ?? {}
  if (risk !== undefined) {
    if (risk > maxRisk) return texts.unsure(1 - risk)
    return risk > sureUpTo ? texts.fairlySure(1 - risk) : texts.sure(1 - risk)
  }
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

/** The facts that a service omits or CORS hides, as one text: `Time, confidence`; null if all are known. */
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

/** Why a result is uncertain, and the remedy; empty if unknown. */
export const uncertaintyText = (answer: AnswerFacts): string => {
  const { confidence, ambiguous_ratio } = answer.facts
  const places = placesText(answer)
  if (places !== '') return texts.uncertainPart(places)
  if (ambiguous_ratio !== null && ambiguous_ratio > limits.maxAmbiguous) return texts.manySeeThrough
  return confidence === null ? '' : texts.closeCall
}
