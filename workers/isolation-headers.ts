/** What makes a page cross-origin isolated and keeps it so; every file here is of our own origin. */
const isolation = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const

/** Statuses that a response with a body cannot have (Fetch, null body status). */
const bodiless = new Set([101, 204, 205, 304])

/**
 * The response with isolation headers, for hosts that cannot send them: unchanged where it has them
 * already or where nothing of it may be read. Scripts need them too, since a worker of an isolated
 * page must be isolated itself.
 */
export const withIsolation = (response: Response): Response => {
  if (response.type === 'opaque' || response.type === 'opaqueredirect' || response.type === 'error')
    return response
  const missing = isolation.filter(([name]) => !response.headers.has(name))
  if (missing.length === 0) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of missing) headers.set(name, value)
  return new Response(bodiless.has(response.status) ? null : response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}
