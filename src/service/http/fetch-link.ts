import type { ErrorCode } from '#contract/error-codes.ts'
import { linkProblem } from '#contract/public-url.ts'
import { ServiceError } from '#contract/service-error.ts'
import { LinkFault, readLink } from '#service/read-link.ts'

export type LinkKind = {
  /** The request's field that named the link; faults are told under it. */
  readonly field: 'image_url' | 'url'
  /** What is behind the link, in words. */
  readonly noun: 'image' | 'video'
  readonly maxBytes: number
  readonly tooLarge: ErrorCode
}

/**
 * Fetches what a request names by its link, without cookies and without telling from where. Throws
 * `validation_error` where it cannot be had, the kind's own error as soon as it proves to be over the
 * limit, an `AbortError` on abort. `link` is one that `linkProblem` has nothing against.
 */
export const fetchLink = async (link: string, kind: LinkKind, signal?: AbortSignal): Promise<Blob> => {
  const { field, noun, maxBytes, tooLarge } = kind
  // A name that was public may lead on to a private one.
  const problemOf = ({ redirected, url }: Response) => (redirected ? linkProblem(url) : null)
  try {
    return await readLink(link, { maxBytes, problemOf, signal })
  } catch (thrown) {
    if (!(thrown instanceof LinkFault)) throw thrown
    if (thrown.reason === 'too-large') throw new ServiceError(tooLarge)
    throw new ServiceError('validation_error', {
      details: { [field]: [sentenceOf(thrown, noun)] },
      cause: thrown.cause,
    })
  }
}

const sentenceOf = ({ reason, message }: LinkFault, noun: LinkKind['noun']): string => {
  if (reason === 'unwanted') return `The link leads on to another address. ${message}`
  if (reason === 'refused') return `The site answered ${message} instead of ${article[noun]}.`
  return `The ${noun} could not be fetched. The site may be down, or not allow other pages to read its files; download the ${noun} and send the file.`
}

const article = { image: 'an image', video: 'a video' } as const
