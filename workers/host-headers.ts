import { frameOriginsOf, pagePolicy, policyHeader, workerPolicy } from '#contract/content-policy.ts'

/** What makes a page cross-origin isolated and keeps it so; every file here is of our own origin. */
const isolation = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const

/** Statuses that a response with a body cannot have (Fetch, null body status). */
const bodiless = new Set([101, 204, 205, 304])

/** What is waited for `config.json`, in milliseconds; it is asked for only where the page is shown in a frame. */
const configPatienceMs = 3000

/**
 * The answer to `request` with the headers of isolation and of the content policy, for hosts that cannot send
 * them: unchanged where it has them already or where nothing of it may be read. Scripts need them too, since a
 * worker of an isolated page must be isolated itself, and takes its policy from its own script. `base` is the
 * service worker's scope.
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

/** Null for what takes no policy of its own. */
const policyFor = async (
  { destination, mode }: Pick<Request, 'destination' | 'mode'>,
  { headers }: Response,
  base: string,
): Promise<string | null> => {
  if (destination === 'worker' || destination === 'sharedworker') return workerPolicy
  if (mode !== 'navigate' || !/^text\/html\b/i.test(headers.get('Content-Type') ?? '')) return null
  return pagePolicy(destination === 'document' ? [] : await frameOrigins(base))
}

/** Those that may frame the page. None where the file cannot be had: then nobody may. */
const frameOrigins = async (base: string): Promise<readonly string[]> => {
  try {
    const signal = AbortSignal.timeout(configPatienceMs)
    return frameOriginsOf(await (await fetch(new URL('config.json', base), { signal })).json())
  } catch {
    return []
  }
}
