/** Why a link gave no picture or video, in words for people. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
}

/** The address in `text`, if it is one that this page may fetch: https only. */
export const linkFrom = (text: string): URL | null => {
  const url = URL.parse(text.trim())
  return url?.protocol === 'https:' ? url : null
}

/** Fetches a picture or video from another site, when that site allows it (CORS). Throws `LinkError`. */
export async function fetchLink(text: string, fetcher: typeof fetch = fetch): Promise<File> {
  const url = linkFrom(text)
  if (!url) throw new LinkError('That is not a link to a picture or video. It starts with https://')
  const response = await fetcher(url, {
    mode: 'cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    throw new LinkError(
      `${url.host} could not be reached, or does not let other pages read its files. Save the file and drop it here.`,
    )
  })
  if (!response.ok) throw new LinkError(`${url.host} answered ${response.status}. Check the link.`)
  const blob = await response.blob().catch(() => {
    throw new LinkError(`The connection to ${url.host} broke. Try again.`)
  })
  if (/^text\/html/i.test(blob.type))
    throw new LinkError(
      'That link opens a page, not a picture or video. Copy the address of the file itself.',
    )
  return new File([blob], nameFrom(url), { type: blob.type })
}

const nameFrom = (url: URL): string => {
  const last = url.pathname.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last) || 'linked file'
  } catch {
    return last
  }
}
