import type { Reason } from '#contract/error-reasons.ts'
import { isImageKind } from '#contract/file-kinds.ts'
import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { sniff } from '#contract/sniff.ts'
import type { LinkOptions, VideoInput } from '#library/background-service.ts'
import { checkFetchedVideo, checkLink, checkVideo } from '#service/check-input.ts'
import { fetchLink, type LinkKind } from '#service/http/fetch-link.ts'
import { LinkFault, readLink } from '#service/read-link.ts'

/** The submitted video and its file name. */
type LoadedVideo = { readonly video: Blob; readonly name: string }

/**
 * The submitted video; a link is fetched. Checks presence, size and leading bytes, in this order (D-1, D-3, D-5, D-6);
 * rejects with the `ServiceError` of the first failed check.
 */
export const loadVideoInput = async (input: VideoInput, signal?: AbortSignal): Promise<LoadedVideo> => {
  if (input instanceof Blob) {
    await checkVideo(input)
    return { video: input, name: nameOf(input) }
  }
  checkLink(input.url)
  const video = await fetchLink(input.url, videoLink, signal)
  await checkFetchedVideo(video)
  return { video, name: nameOfLink(input.url) }
}

const videoLink: LinkKind = {
  field: 'url',
  noun: 'video',
  maxBytes: limits.video.maxUrlBytes,
  tooLarge: 'video_too_large',
}

const nameOf = (video: Blob): string => (video instanceof File && video.name) || 'video'

const nameOfLink = (link: string): string => {
  const last = new URL(link).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || 'video'
  } catch {
    return last
  }
}

/** Fetches a link pasted into the page; see `OnDevice.readLink`. */
export const loadLinkedFile = async (link: string, { signal, onBytes }: LinkOptions = {}): Promise<Blob> => {
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
