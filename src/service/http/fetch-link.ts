import type { ErrorCode } from '#contract/error-codes.ts'
import { isLinkProblem, type Reason } from '#contract/error-reasons.ts'
import { linkProblem } from '#contract/public-url.ts'
import { ServiceError } from '#contract/service-error.ts'
import { LinkFault, readLink } from '#service/read-link.ts'

/** The field and content limits of a request's link. */
export type LinkKind = {
  /** The request's field, under which faults are reported. */
  readonly field: 'image_url' | 'url'
  /** The content of the link. */
  readonly noun: 'image' | 'video'
  readonly maxBytes: number
  readonly tooLarge: ErrorCode
}

/**
 * Fetches a request's link without cookies or referrer. Throws `validation_error` on failure, `tooLarge` once the file
 * exceeds its limit, and an `AbortError` on abort. `linkProblem` must have accepted the link.
 */
export const fetchLink = async (link: string, kind: LinkKind, signal?: AbortSignal): Promise<Blob> => {
  const { field, noun, maxBytes, tooLarge } = kind
  try {
    // A public address may redirect to a private one.
    return await readLink(link, { maxBytes, hopProblem: linkProblem, signal })
  } catch (thrown) {
    if (!(thrown instanceof LinkFault)) throw thrown
    if (thrown.reason === 'too-large') throw new ServiceError(tooLarge)
    throw new ServiceError('validation_error', {
      ...reasonOf(thrown, noun),
      fields: [field],
      cause: thrown.cause,
    })
  }
}

const reasonOf = ({ problem, status }: LinkFault, medium: LinkKind['noun']): Reason => {
  if (problem !== undefined && isLinkProblem(problem))
    return { reason: 'link_redirected', params: { problem } }
  if (status !== undefined) return { reason: 'link_answered', params: { status, medium } }
  return { reason: 'link_fetch_failed', params: { medium } }
}
