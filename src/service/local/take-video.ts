import { limits } from '#contract/limits.ts'
import type { VideoInput } from '#service/background-service.ts'
import { checkFetchedVideo, checkLink, checkVideo } from '#service/check-input.ts'
import { fetchLink, type LinkKind } from '#service/http/fetch-link.ts'

/** A video that was sent, once it is here and may be worked on. */
export type TakenVideo = { readonly video: Blob; readonly name: string }

/**
 * Fetches a video where it is a link, and refuses what cannot be one: presence, size, leading bytes, in this
 * order (D-1, D-3, D-5, D-6).
 */
export const takeVideo = async (input: VideoInput, signal?: AbortSignal): Promise<TakenVideo> => {
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
