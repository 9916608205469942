import { frameOriginsOf, pagePolicy, policyHeader, workerPolicy } from '#contract/content-policy.ts'

/** The headers of cross-origin isolation (WHATWG, HTML and Fetch). All files are of this origin, so none is blocked. */
const isolation = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const

/** Statuses that a response with a body cannot have (Fetch, null body status). */
const bodiless = new Set([101, 204, 205, 304])

/** How long to wait for `config.json`, in milliseconds. It is fetched only for a page in a frame. */
const configTimeoutMs = 3000

/**
 * Adds the headers of isolation and of the content policy to an answer, for hosts that cannot send them. An answer that
 * has them, or is opaque, is unchanged. Scripts need them too: a worker of an isolated page must itself be isolated and
 * gets its policy from its script. `base` is the service worker's scope.
 */
export const withHostHeaders = async (
  response: Response,
  request: Pick<Request, 'destination' | 'mode'>,
  base: string,
): Promise<Response> => {
  if (response.type === 'opaque' || response.type === 'opaqueredirect' || response.type === 'error')
    return response
  const missing: [name: string, value: string][] = isolation
    .filter(([name]) => !response.headers.has(name))
    .map(([...pair]) => pair)
  const policy = response.headers.has(policyHeader) ? null : await policyFor(request, response, base)
  if (policy !== null) missing.push([policyHeader, policy])
  if (missing.length === 0) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of missing) headers.set(name, value)
  return new Response(bodiless.has(response.status) ? null : response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}

/** The content policy of a page or worker; null for other files. */
const policyFor = async (
  { destination, mode }: Pick<Request, 'destination' | 'mode'>,
  { headers }: Response,
  base: string,
): Promise<string | null> => {
  if (destination === 'worker' || destination === 'sharedworker') return workerPolicy
  if (mode !== 'navigate' || !/^text\/html\b/i.test(headers.get('Content-Type') ?? '')) return null
  return pagePolicy(destination === 'document' ? [] : await frameOrigins(base))
}

/** The origins that may frame the page; none if `config.json` cannot be read. */
const frameOrigins = async (base: string): Promise<readonly string[]> => {
  try {
    const signal = AbortSignal.timeout(configTimeoutMs)
    return frameOriginsOf(await (await fetch(new URL('config.json', base), { signal })).json())
  } catch {
    return []
  }
}
