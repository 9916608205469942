import { limits } from '#contract/limits.ts'
import { linkProblem } from '#contract/public-url.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type FileKind, sniff, sniffBytes } from '#contract/sniff.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoInput } from '#service/background-service.ts'
import { fetchLink, type LinkKind } from '#service/http/fetch-link.ts'

/** A video that was sent, once it is here and may be worked on. */
export type TakenVideo = { readonly video: Blob; readonly name: string }

/**
 * Fetches a video where it is a link, and refuses what cannot be one: presence, size, leading bytes, in this
 * order (D-1, D-3, D-5, D-6).
 */
export const takeVideo = async (input: VideoInput, signal?: AbortSignal): Promise<TakenVideo> => {
  if (input instanceof Blob) {
    if (input.size === 0) throw new ServiceError('missing_image', { message: noVideo })
    const kind = await kindOf(input)
    if (isPicture(kind)) throw new ServiceError('missing_image', { message: aPicture })
    if (input.size > limits.video.maxUploadBytes) throw new ServiceError('video_too_large')
    checkKind(kind)
    return { video: input, name: nameOf(input) }
  }
  const problem = linkProblem(input.url)
  if (problem) throw new ServiceError('validation_error', { details: { url: [problem] } })
  const video = await fetchLink(input.url, videoLink, signal)
  checkKind(await kindOf(video))
  return { video, name: nameOfLink(input.url) }
}

/** Refuses a video longer than five minutes (Spec, Limits). */
export const checkLength = ({ durationSeconds }: VideoFacts): void => {
  if (durationSeconds > limits.video.maxSeconds + clockSeconds) throw new ServiceError('video_too_long')
}

/** Containers count time in steps of up to a millisecond; nobody is refused for one of them. */
const clockSeconds = 0.001

const videoLink: LinkKind = {
  field: 'url',
  noun: 'video',
  maxBytes: limits.video.maxUrlBytes,
  tooLarge: 'video_too_large',
}

const kindOf = async (video: Blob): Promise<FileKind> => {
  try {
    return sniff(new Uint8Array(await video.slice(0, sniffBytes).arrayBuffer()))
  } catch (cause) {
    const message = 'The file cannot be read. It may have been moved or changed; choose it again.'
    throw new ServiceError('invalid_video', { message, cause })
  }
}

const isPicture = (kind: FileKind) => kind !== 'video' && kind !== 'gif' && kind !== 'unknown'

const checkKind = (kind: FileKind): void => {
  if (kind !== 'video' && kind !== 'gif') throw new ServiceError('invalid_video')
}

const noVideo = 'There is no video in the request. Send it in the form field file, or a link to it in url.'

const aPicture = 'The field file is for videos, and this is an image. Send it in the field image_file.'

/** A file has a name of its own; other Blobs have none. */
const nameOf = (video: Blob): string => (video instanceof File && video.name) || 'video'

const nameOfLink = (link: string): string => {
  const last = new URL(link).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || 'video'
  } catch {
    return last
  }
}
