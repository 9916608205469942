import type { Reason } from '#contract/error-reasons.ts'
import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { isImageKind, sniff } from '#contract/sniff.ts'
import type { LinkOptions } from '#service/background-service.ts'
import { LinkFault, readLink } from '#service/read-link.ts'

/** Fetches what a person pasted a link to, a picture or a video; see `OnDevice.readLink`. */
export const readLinkedFile = async (link: string, { signal, onBytes }: LinkOptions = {}): Promise<Blob> => {
  const { host } = new URL(link)
  let isImage = false
  try {
    return await readLink(link, {
      maxBytes: limits.video.maxUrlBytes,
      maxBytesOf: (head) => {
        isImage = isImageKind(sniff(head))
        return isImage ? limits.image.maxBytes : limits.video.maxUrlBytes
      },
      problemOf: ({ ok, headers }) => (ok && isPage(headers) ? 'link_opens_page' : null),
      signal,
      onBytes,
    })
  } catch (thrown) {
    if (!(thrown instanceof LinkFault)) throw thrown
    if (thrown.reason === 'too-large') throw new ServiceError(isImage ? 'image_too_large' : 'video_too_large')
    throw new ServiceError('validation_error', {
      ...reasonOf(thrown, host),
      fields: ['url'],
      cause: thrown.cause,
    })
  }
}

const isPage = (headers: Headers) => /^text\/html/i.test(headers.get('Content-Type') ?? '')

const reasonOf = ({ reason, problem, status = 0 }: LinkFault, host: string): Reason => {
  switch (reason) {
    case 'unwanted':
      return { reason: problem ?? 'link_opens_page' }
    case 'refused':
      return { reason: 'link_refused', params: { host, status } }
    case 'silent':
      return { reason: 'link_silent', params: { host } }
    case 'broken':
      return { reason: 'link_broken', params: { host } }
    default:
      return { reason: 'link_unreachable', params: { host } }
  }
}
