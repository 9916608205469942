import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { LinkOptions, OnDevice } from '#service/background-service.ts'

/** The address in `text`, if it is one that this page may fetch: https only. */
export const linkFrom = (text: string): URL | null => {
  const url = URL.parse(text.trim())
  return url?.protocol === 'https:' ? url : null
}

/** A picture or video from another site, under the name in its address. Rejects like `OnDevice.readLink`. */
export async function fetchLink(
  url: URL,
  device: Pick<OnDevice, 'readLink'>,
  call: LinkOptions,
): Promise<File> {
  const blob = await device.readLink(url.href, call)
  return new File([blob], nameFrom(url), { type: blob.type })
}

/** Why a link gave nothing, in words for people; null where that was wanted. */
export const linkFaultText = (thrown: unknown): string | null => {
  const error = toServiceError(thrown)
  if (isAbort(error)) return null
  if (error.code === 'image_too_large')
    return 'The picture behind that link is too large. A picture may have 20 MB.'
  if (error.code === 'video_too_large')
    return 'What is behind that link is too large. A video may have 500 MB.'
  const said = typeof error.details === 'object' ? error.details.url : undefined
  return said?.join(' ') ?? error.message
}

/** Said of a text that is no link. */
export const noLinkText = 'That is not a link to a picture or video. It starts with https://'

const nameFrom = (url: URL): string => {
  const last = url.pathname.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last) || 'linked file'
  } catch {
    return last
  }
}
