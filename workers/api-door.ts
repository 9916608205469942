import { makeRequestId } from '#contract/ids.ts'
import { errorPage, ServiceError } from '#contract/service-error.ts'
import type { DoorOrder, DoorReply, DoorRequest } from './door-messages.ts'

/** How long a window may take to say that it heard, while others could answer and when it is the last, in milliseconds. */
const hearingMs = { early: 1500, last: 8000 } as const

/** A window that works answers pings; one that was frozen or hangs does not. In milliseconds. */
const pingEveryMs = 1000
const silentMs = 15_000

/** Versioned paths below the scope belong to the API (D-70): `v1/remove`, `v1.0/removebg`, `v1/me`, ... */
export const isApiPath = (url: string, base: string): boolean =>
  url.startsWith(base) && /^v1(\.0)?\//.test(url.slice(base.length))

/**
 * Hands a request of the API to an open studio window and answers as that does. A window that does not
 * hear, closes or falls silent is given up for the next one; where there is none left, the answer is
 * `upstream_error`. Rejects with an `AbortError` when the caller gave up.
 */
export const answerThroughWindow = async (
  request: Request,
  scope: ServiceWorkerGlobalScope,
): Promise<Response> => {
  const { signal } = request
  const message = await toDoorRequest(request)
  const tried = new Set<string>()
  for (;;) {
    signal.throwIfAborted()
    const [next, ...others] = (await studioWindows(scope)).filter(({ id }) => !tried.has(id))
    if (!next) return noWindow(scope)
    tried.add(next.id)
    const reply = await askWindow(
      scope,
      next,
      message,
      others.length > 0 ? hearingMs.early : hearingMs.last,
      signal,
    )
    if (reply)
      return new Response(reply.body, {
        status: reply.status,
        headers: reply.headers.map(([...pair]) => pair),
      })
  }
}

const toDoorRequest = async (request: Request): Promise<DoorRequest> => ({
  kind: 'door-request',
  method: request.method,
  url: request.url,
  headers: [...request.headers],
  body: request.method === 'GET' || request.method === 'HEAD' ? null : await request.blob(),
})

/** The studio's own windows, the one that somebody looks at first. */
const studioWindows = async (scope: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> => {
  const base = new URL(scope.registration.scope).pathname
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const rank = (window: WindowClient) => (window.focused ? 0 : window.visibilityState === 'visible' ? 1 : 2)
  return windows.filter(({ url }) => isStudioPage(url, base)).sort((a, b) => rank(a) - rank(b))
}

/** Pages beside the studio, such as the one about errors, have no service to answer with. */
const isStudioPage = (url: string, base: string): boolean => {
  const { pathname } = new URL(url)
  return pathname === base || pathname === `${base}index.html`
}

type DoorAnswer = Extract<DoorReply, { kind: 'answer' }>

/** Null where the window is not, or no longer, to be counted on. */
const askWindow = (
  scope: ServiceWorkerGlobalScope,
  window: WindowClient,
  message: DoorRequest,
  hearingMs: number,
  signal: AbortSignal,
): Promise<DoorAnswer | null> =>
  new Promise((resolve, reject) => {
    const { port1: port, port2 } = new MessageChannel()
    const order = (kind: DoorOrder['kind']) => port.postMessage({ kind } satisfies DoorOrder)
    let heardAt = Date.now()
    let patienceMs = hearingMs

    const end = (settle: () => void, isAnswered = false) => {
      clearInterval(watch)
      signal.removeEventListener('abort', onAbort)
      if (!isAnswered) order('abort')
      port.close()
      settle()
    }
    const giveUp = () => end(() => resolve(null))
    const onAbort = () => end(() => reject(signal.reason))
    const watch = setInterval(async () => {
      if (Date.now() - heardAt > patienceMs || !(await scope.clients.get(window.id))) giveUp()
      else order('ping')
    }, pingEveryMs)

    port.onmessage = ({ data }: MessageEvent<DoorReply>) => {
      heardAt = Date.now()
      if (data.kind === 'taken') patienceMs = silentMs
      else if (data.kind === 'unavailable') giveUp()
      else if (data.kind === 'answer') end(() => resolve(data), true)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    window.postMessage(message, [port2])
  })

/** In the contract's form (D-50), since there is no service to say it. */
const noWindow = (scope: ServiceWorkerGlobalScope): Response => {
  const request_id = makeRequestId()
  const error = new ServiceError('upstream_error', {
    request_id,
    doc_url: new URL(`${errorPage}#upstream_error`, scope.registration.scope).href,
    message:
      'No studio window is open to work on this. Open the studio, keep it open and send the request again.',
  })
  return Response.json(error.toBody(), {
    status: error.status,
    headers: { 'X-Request-ID': request_id, 'Cache-Control': 'no-store' },
  })
}
