import { sha256Hex } from './sha256.ts'

/** A file of a build, as `asset-manifest.json` describes it. */
export type BuiltFile = {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * The answer for a built file, found to be that file by status, type, length and SHA-256. Hosts that answer 200 with a page
 * for a missing file, while a release goes out, may have put that page into the HTTP cache, so a file that is not what it
 * should be is fetched anew past the cache. Rejects where that is of no use.
 *
 * Files without a hash in their names may be changed by a host: of those, type alone must be right the second time.
 */
export const fetchBuiltFile = async (
  request: Request | string,
  file: BuiltFile,
  isHashed: boolean,
  fetchFile: typeof fetch = fetch,
): Promise<Response> => {
  const first = await fetchFile(request, { cache: isHashed ? 'default' : 'no-cache' }).catch(() => null)
  const whole = first && (await wholeFile(first, file, true))
  if (whole) return whole
  const again = await fetchFile(request, { cache: 'reload' })
  const fresh = await wholeFile(again, file, isHashed)
  if (!fresh) throw new Error(`${file.path}: ${again.status}, not the file of this build`)
  return fresh
}

/** Whether a web page came in place of another file. */
const isPageInstead = (path: string, response: Response): boolean =>
  !path.endsWith('.html') && /html/i.test(response.headers.get('Content-Type') ?? '')

/** The answer with its body read; null where that is not the file. Without `isExact`, status and type are enough. */
export const wholeFile = async (
  response: Response,
  { path, bytes, sha256 }: BuiltFile,
  isExact: boolean,
): Promise<Response | null> => {
  if (response.status !== 200 || isPageInstead(path, response)) return null
  const body = await response.arrayBuffer()
  if (isExact && (body.byteLength !== bytes || (await sha256Hex(body)) !== sha256)) return null
  const headers = new Headers(response.headers)
  // They were of the body as it travelled.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  // A new answer also forgets that a host redirected index.html to its folder, which a navigation refuses.
  return new Response(body, { headers })
}
