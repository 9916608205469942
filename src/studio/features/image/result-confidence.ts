import type { ImageFacts } from '#contract/image-answer.ts'

/** From where on a result is marked for a look by a person. Heuristic numbers (Spec, Image result). */
export const doubt = { confidenceBelow: 0.9, ambiguousAbove: 0.1 } as const

type Judged = Pick<ImageFacts, 'confidence' | 'ambiguous_ratio'>

/** Whether a person should look at this result. A fact that is missing is no reason. */
export const isDoubtful = ({ confidence, ambiguous_ratio }: Judged): boolean =>
  (confidence !== null && confidence < doubt.confidenceBelow) ||
  (ambiguous_ratio !== null && ambiguous_ratio > doubt.ambiguousAbove)

export const notShared = 'not shared by the server'

/** `0.97, sure` */
export const confidenceText = ({ confidence }: Judged): string => {
  if (confidence === null || !Number.isFinite(confidence)) return notShared
  const word = confidence >= 0.97 ? 'sure' : confidence >= doubt.confidenceBelow ? 'fairly sure' : 'unsure'
  return `${confidence.toFixed(2)}, ${word}`
}

/** `2.1 % see-through` */
export const ambiguousText = ({ ambiguous_ratio }: Judged): string => {
  if (ambiguous_ratio === null || !Number.isFinite(ambiguous_ratio)) return notShared
  const percent = ambiguous_ratio * 100
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} % of pixels`
}

/** What a service keeps to itself, or CORS hides, in one name: `Time, confidence`; null where all is told. */
export const hiddenFacts = ({
  processing_ms,
  confidence,
  ambiguous_ratio,
  request_id,
}: Pick<ImageFacts, 'processing_ms' | 'confidence' | 'ambiguous_ratio' | 'request_id'>): string | null => {
  const names = [
    ...(processing_ms === null ? ['time'] : []),
    ...(confidence === null ? ['confidence'] : []),
    ...(ambiguous_ratio === null ? ['half see-through'] : []),
    ...(request_id === null ? ['request id'] : []),
  ].join(', ')
  return names === '' ? null : names.charAt(0).toUpperCase() + names.slice(1)
}

/** Why a result is marked, in words. */
export const doubtText = ({ confidence, ambiguous_ratio }: Judged): string =>
  ambiguous_ratio !== null && ambiguous_ratio > doubt.ambiguousAbove
    ? 'Many pixels are half see-through. Look at the edges, or try Fine.'
    : confidence !== null
      ? 'The cut was a close call in places. Look at the edges, or try Fine.'
      : ''
