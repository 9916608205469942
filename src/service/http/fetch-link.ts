import type { ErrorCode } from '#contract/error-codes.ts'
import { linkProblem } from '#contract/public-url.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'
import { collectBlob } from '#service/collect-blob.ts'

export type LinkKind = {
  /** The request's field that named the link; faults are told under it. */
  readonly field: 'image_url' | 'url'
  /** What is behind the link, in words. */
  readonly noun: 'image' | 'video'
  readonly maxBytes: number
  readonly tooLarge: ErrorCode
}

/** How long a site may take to begin, and may then be silent, in milliseconds. */
const silentMs = 30_000

/**
 * Fetches what a request names by its link, without cookies and without telling from where. Throws
 * `validation_error` where it cannot be had, the kind's own error as soon as it proves to be over the
 * limit, an `AbortError` on abort. `link` is one that `linkProblem` has nothing against.
 */
export const fetchLink = async (
  link: string,
  { field, noun, maxBytes, tooLarge }: LinkKind,
  signal?: AbortSignal,
): Promise<Blob> => {
  const unfetched = (message: string, cause?: unknown) =>
    new ServiceError('validation_error', { details: { [field]: [message] }, cause })
  const patience = openPatience()
  try {
    const response = await fetch(link, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
    })
    const problem = response.redirected ? linkProblem(response.url) : null
    if (problem) throw unfetched(`The link leads on to another address. ${problem}`)
    if (!response.ok) throw unfetched(`The site answered ${response.status} instead of ${article[noun]}.`)
    const found = await readUpTo(maxBytes, response, patience.renew)
    if (!found) throw new ServiceError(tooLarge)
    return found
  } catch (thrown) {
    if ((isAbort(thrown) && signal?.aborted) || thrown instanceof ServiceError) throw thrown
    throw unfetched(
      `The ${noun} could not be fetched. The site may be down, or not allow other pages to read its files; download the ${noun} and send the file.`,
      thrown,
    )
  } finally {
    patience.end()
  }
}

const article = { image: 'an image', video: 'a video' } as const

const openPatience = () => {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), silentMs)
  let timer = start()
  return {
    signal: controller.signal,
    renew: () => {
      clearTimeout(timer)
      timer = start()
    },
    end: () => clearTimeout(timer),
  }
}

/** Stops reading, and so the download, once the body is announced or proves to be longer than `maxBytes`: null. */
const readUpTo = async (maxBytes: number, response: Response, onChunk: () => void): Promise<Blob | null> => {
  const reader = response.body?.getReader() // Safari cannot iterate over a stream
  if (!reader) return new Blob()
  const found = collectBlob()
  let bytes = Number(response.headers.get('Content-Length') ?? 0)
  while (bytes <= maxBytes) {
    const { done, value } = await reader.read()
    if (done) return found.end()
    onChunk()
    found.add(value)
    bytes = found.size
  }
  await reader.cancel()
  return null
}
