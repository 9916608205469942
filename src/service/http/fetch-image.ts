import { limits } from '#contract/limits.ts'
import { linkProblem } from '#contract/public-url.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'

/** How long a site may take to hand an image over. */
const maxMilliseconds = 60_000

/**
 * Fetches the image that a request names by its link, without cookies and without telling from where.
 * Throws `validation_error` where it cannot be had, `image_too_large` as soon as it proves to be over the
 * limit, an `AbortError` on abort. `link` is one that `linkProblem` has nothing against.
 */
export const fetchImage = async (link: string, signal: AbortSignal): Promise<Blob> => {
  try {
    const response = await fetch(link, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)]),
    })
    const problem = response.redirected ? linkProblem(response.url) : null
    if (problem) throw unfetched(`The link leads on to another address. ${problem}`)
    if (!response.ok) throw unfetched(`The site answered ${response.status} instead of an image.`)
    return await readUpTo(limits.image.maxBytes, response)
  } catch (thrown) {
    if (isAbort(thrown) || thrown instanceof ServiceError) throw thrown
    throw unfetched(
      'The image could not be fetched. The site may be down, or not allow other pages to read its files; download the image and send the file.',
      thrown,
    )
  }
}

const unfetched = (message: string, cause?: unknown) =>
  new ServiceError('validation_error', { details: { image_url: [message] }, cause })

/** Stops reading, and so the download, once the body is announced or proves to be longer than `maxBytes`. */
const readUpTo = async (maxBytes: number, response: Response): Promise<Blob> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader() // Safari cannot iterate over a stream
  let bytes = Number(response.headers.get('Content-Length') ?? 0) > maxBytes ? Number.POSITIVE_INFINITY : 0
  while (reader && bytes <= maxBytes) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks)
    chunks.push(value)
    bytes += value.byteLength
  }
  if (!reader) return new Blob()
  await reader.cancel()
  throw new ServiceError('image_too_large')
}
