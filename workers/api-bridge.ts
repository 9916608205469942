import type { ErrorCode } from '#contract/error-codes.ts'
import { makeRequestId } from '#contract/ids.ts'
import { errorPage, ServiceError } from '#contract/service-error.ts'
import type { BridgeCommand, BridgeReply, BridgeRequest } from './api-bridge-messages.ts'

/** How long a window may take to say that it heard: while another could answer, and the last one. In milliseconds. */
const hearingMs = { early: 1500, last: 8000 } as const

/** A window that works answers pings; one that hangs or was frozen does not. In milliseconds. */
const pingEveryMs = 1000
const silentMs = 15_000

/** Versioned paths below the scope belong to the API (D-70): `v1/remove`, `v1.0/removebg`, `v1/me`, ... */
export const isApiPath = (url: string, base: string): boolean =>
  url.startsWith(base) && /^v1(\.0)?\//.test(url.slice(base.length))

/**
 * Hands a request of the API to an open studio window and answers as that does. What another site sent,
 * as a form for example, is refused with `permission_denied` before any of it is read. A window that does not
 * hear, closes or falls silent is given up for the next one; where none is left, the answer is
 * `upstream_error`. Rejects with an `AbortError` when the caller gave up or went away.
 *
 * Chromium does not tell a service worker that a fetch was aborted (w3c/ServiceWorker#1544): there the
 * caller's promise rejects, and the work is done in vain.
 */
export const answerThroughWindow = async (
  { request, clientId }: Pick<FetchEvent, 'request' | 'clientId'>,
  { clients, registration }: Pick<ServiceWorkerGlobalScope, 'clients' | 'registration'>,
): Promise<Response> => {
  const { scope } = registration
  if (!mayAsk(request)) return refusal(scope)
  const caller: Caller = {
    signal: request.signal,
    // A navigation has no client yet: what it names is the page that was left, of whatever site.
    isGone: async () =>
      request.mode !== 'navigate' && clientId !== '' && (await clients.get(clientId)) === undefined,
  }
  const message = await toDoorRequest(request)
  const tried = new Set<string>()
  for (;;) {
    const windows = await studioWindows(clients, scope)
    const [window, ...others] = windows.filter(({ id }) => !tried.has(id))
    if (!window) return noWindow(scope)
    tried.add(window.id)
    const isClosed = async () => (await clients.get(window.id)) === undefined
    const patienceMs = others.length > 0 ? hearingMs.early : hearingMs.last
    const reply = await askWindow({ window, isClosed, patienceMs }, message, caller)
    if (reply) return new Response(reply.body, { status: reply.status, headers: mutable(reply.headers) })
  }
}

/**
 * Links may be followed from anywhere. Work is asked for by scripts of this origin: a form would come from any
 * site, as a navigation, and be worked on in vain.
 */
const mayAsk = ({ mode, method, headers }: Request): boolean => {
  if (mode === 'navigate') return method === 'GET' || method === 'HEAD'
  // Chromium keeps this from service workers, which there hear of no foreign request but navigations.
  return ['same-origin', 'none', null].includes(headers.get('Sec-Fetch-Site'))
}

type Caller = { readonly signal: AbortSignal; readonly isGone: () => Promise<boolean> }

type Candidate = {
  readonly window: Pick<WindowClient, 'postMessage'>
  readonly isClosed: () => Promise<boolean>
  readonly patienceMs: number
}

const toDoorRequest = async (request: Request): Promise<BridgeRequest> => ({
  kind: 'door-request',
  method: request.method,
  url: request.url,
  headers: [...request.headers],
  body: request.method === 'GET' || request.method === 'HEAD' ? null : await request.blob(),
})

/** The studio's own windows, the one that somebody looks at first. */
const studioWindows = async (clients: Clients, scope: string): Promise<readonly WindowClient[]> => {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const rank = (window: WindowClient) => (window.focused ? 0 : window.visibilityState === 'visible' ? 1 : 2)
  return windows.filter(({ url }) => isStudioPage(url, scope)).sort((a, b) => rank(a) - rank(b))
}

/** Pages beside the studio, such as the one about errors, have no service to answer with. */
const isStudioPage = (url: string, scope: string): boolean => {
  const { origin, pathname } = new URL(url)
  return [scope, `${scope}index.html`].includes(origin + pathname)
}

/** Null where the window is not, or no longer, to be counted on. */
const askWindow = (
  { window, isClosed, patienceMs }: Candidate,
  message: BridgeRequest,
  { signal, isGone }: Caller,
): Promise<Extract<BridgeReply, { kind: 'answer' }> | null> =>
  new Promise((resolve, reject) => {
    const { port1: port, port2 } = new MessageChannel()
    const order = (kind: BridgeCommand['kind']) => port.postMessage({ kind } satisfies BridgeCommand)
    let heardAt = Date.now()
    let silenceMs = patienceMs

    const end = (settle: () => void) => {
      clearInterval(watch)
      signal.removeEventListener('abort', onAbort)
      // Of no consequence to a window that has answered; stops one that still works, or starts too late.
      order('abort')
      port.close()
      settle()
    }
    const giveUp = () => end(() => resolve(null))
    const onAbort = () => end(() => reject(new DOMException('The caller gave up', 'AbortError')))
    const watch = setInterval(async () => {
      if (await isGone()) onAbort()
      else if (Date.now() - heardAt > silenceMs || (await isClosed())) giveUp()
      else order('ping')
    }, pingEveryMs)

    port.onmessage = ({ data }: MessageEvent<BridgeReply>) => {
      heardAt = Date.now()
      if (data.kind === 'taken') silenceMs = silentMs
      else if (data.kind === 'unavailable') giveUp()
      else if (data.kind === 'answer') end(() => resolve(data))
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    window.postMessage(message, [port2])
  })

const refusal = (scope: string): Response =>
  errorAnswer('permission_denied', 'request_from_other_site', scope)

const noWindow = (scope: string): Response => errorAnswer('upstream_error', 'no_open_window', scope)

/** In the contract's form (D-50), since there is no service to say it. */
const errorAnswer = (
  code: ErrorCode,
  reason: 'request_from_other_site' | 'no_open_window',
  scope: string,
): Response => {
  const request_id = makeRequestId()
  const doc_url = new URL(`${errorPage}#${code}`, scope).href
  const error = new ServiceError(code, { reason, request_id, doc_url })
  return Response.json(error.toBody(), {
    status: error.status,
    headers: { 'X-Request-ID': request_id, 'Cache-Control': 'no-store' },
  })
}

const mutable = (pairs: BridgeRequest['headers']): [string, string][] => pairs.map(([...pair]) => pair)
