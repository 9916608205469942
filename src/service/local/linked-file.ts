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
      problemOf: ({ ok, headers }) => (ok && isPage(headers) ? aPage : null),
      signal,
      onBytes,
    })
  } catch (thrown) {
    if (!(thrown instanceof LinkFault)) throw thrown
    if (thrown.reason === 'too-large') throw new ServiceError(isImage ? 'image_too_large' : 'video_too_large')
    throw new ServiceError('validation_error', {
      details: { url: [sentenceOf(thrown, host)] },
      cause: thrown.cause,
    })
  }
}

const isPage = (headers: Headers) => /^text\/html/i.test(headers.get('Content-Type') ?? '')

const aPage = 'That link opens a page, not a picture or video. Copy the address of the file itself.'

const sentenceOf = ({ reason, message }: LinkFault, host: string): string => {
  switch (reason) {
    case 'unwanted':
      return message
    case 'refused':
      return `${host} answered ${message}. Check the link.`
    case 'silent':
      return `${host} sent nothing for 30 seconds. Try again, or save the file and drop it here.`
    case 'broken':
      return `The connection to ${host} broke. Try again.`
    default:
      return `${host} could not be reached, or does not let other pages read its files. Save the file and drop it here.`
  }
}
