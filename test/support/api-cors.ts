/**
 * What pages of other origins may do. `exposed`: read the headers of the contract; `hidden`: read answers, but only the
 * headers that everybody may; `none`: nothing, so that the browser keeps every answer from them.
 */
export type CorsMode = 'exposed' | 'hidden' | 'none'

export const preflight = (mode: CorsMode): Response =>
  withCors(
    new Response(null, {
      status: 204,
      headers: {
        'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
        'Access-Control-Allow-Headers': 'x-api-key, content-type',
        'Access-Control-Max-Age': '0',
      },
    }),
    mode,
  )

export const withCors = (answer: Response, mode: CorsMode): Response => {
  const headers = new Headers(answer.headers)
  if (mode === 'none')
    for (const name of [...headers.keys()]) if (name.startsWith('access-control')) headers.delete(name)
  if (mode === 'hidden') headers.delete('Access-Control-Expose-Headers')
  if (mode !== 'none') headers.set('Access-Control-Allow-Origin', '*')
  return new Response(answer.body, { status: answer.status, headers })
}
