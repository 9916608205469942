import type { ImageFacts } from '#contract/result-headers.ts'
import type { Sent } from '#studio/features/image/queue/queue-state.ts'

type Size = { readonly width: number; readonly height: number }

/**
 * Whether a service's result shows another part of the picture than all of it. A service does not say
 * which, so that the two cannot be laid over each other.
 */
export const isCutOff = ({ answer: { facts }, options }: Sent, source: Size): boolean =>
  options.crop !== false || options.fit === 'cover' || !isSameShape(facts, source)

/** The same but for the rounding of each side. */
const isSameShape = (result: Pick<ImageFacts, 'width' | 'height'>, source: Size): boolean =>
  Math.abs(result.width - (source.width * result.height) / source.height) <= 1.5 ||
  Math.abs(result.height - (source.height * result.width) / source.width) <= 1.5
