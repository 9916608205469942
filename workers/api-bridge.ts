import type { ErrorCode } from '#contract/error-codes.ts'
import { makeJobId, makeRequestId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { errorPage, ServiceError } from '#contract/service-error.ts'
import type { BridgeCommand, BridgeProtocol, BridgeReply, BridgeRequest } from './api-bridge-messages.ts'

const protocol: BridgeProtocol = 'clearcut-api-bridge/1'

/**
 * How long a window may take to accept a request, in milliseconds: `early` if another window is left, otherwise `last`.
 */
const acceptMs = { early: 1500, last: 8000 } as const

/**
 * A working window answers pings; a hung or frozen one does not. Silence is counted in pings, not by the clock, which
 * also runs while the device sleeps. In milliseconds.
 */
const pingEveryMs = 1000
const maxSilenceMs = 15_000

/** Versioned paths below the scope belong to the API (D-70): `v1/remove`, `v1.0/removebg`, `v1/me`, ... */
export const isApiPath = (url: string, base: string): boolean =>
  url.startsWith(base) && /^v1(\.0)?\//.test(url.slice(base.length))

/**
 * Passes a request of the API to an open studio window and returns its answer. A request from another site, a form for
 * example, is refused with `permission_denied` before its body is read. If a window does not accept the request, closes
 * or stops answering, the next one is tried; after the last, the answer is `upstream_error`, whose reason distinguishes
 * opening a window from reloading one. Rejects with an `AbortError` if the caller aborted or its page is gone. Chromium
 * does not report an aborted fetch to a service worker (w3c/ServiceWorker#1544): there the caller's promise rejects,
 * and the work continues to its end.
 */
export const answerThroughWindow = async (
  { request, clientId }: Pick<FetchEvent, 'request' | 'clientId'>,
  { clients, registration }: Pick<ServiceWorkerGlobalScope, 'clients' | 'registration'>,
): Promise<Response> => {
  const { scope } = registration
  if (!mayAsk(request)) return refusal(scope)
  const caller: Caller = {
    signal: request.signal,
    // A navigation has no client yet: its id is that of the previous page, perhaps of another site.
    isGone: async () =>
      request.mode !== 'navigate' && clientId !== '' && (await clients.get(clientId)) === undefined,
  }
  const message = await toBridgeRequest(request)
  const tried = new Set<string>()
  let failure: WindowFailure = 'no_open_window'
  for (;;) {
    const windows = await studioWindows(clients, scope)
    const [window, ...others] = windows.filter(({ id }) => !tried.has(id))
    if (!window) return errorAnswer('upstream_error', failure, scope)
    tried.add(window.id)
    const isClosed = async () => (await clients.get(window.id)) === undefined
    const firstAnswerMs = others.length > 0 ? acceptMs.early : acceptMs.last
    const reply = await askWindow({ window, isClosed, firstAnswerMs }, message, caller)
    if (typeof reply === 'object')
      return new Response(reply.body, { status: reply.status, headers: mutable(reply.headers) })
    if (reply !== 'no_open_window') failure = reply
  }
}

/**
 * Any site may link here. Only scripts of this origin may request work: a form arrives as a navigation and could come
 * from any site.
 */
const mayAsk = ({ mode, method, headers }: Request): boolean => {
  if (mode === 'navigate') return method === 'GET' || method === 'HEAD'
  // Chromium hides this header from service workers, but only passes them navigations of other sites.
  return ['same-origin', 'none', null].includes(headers.get('Sec-Fetch-Site'))
}

type Caller = { readonly signal: AbortSignal; readonly isGone: () => Promise<boolean> }

type Candidate = {
  readonly window: Pick<WindowClient, 'postMessage'>
  readonly isClosed: () => Promise<boolean>
  readonly firstAnswerMs: number
}

const toBridgeRequest = async (request: Request): Promise<BridgeRequest> => ({
  kind: 'bridge-request',
  protocol,
  method: request.method,
  url: request.url,
  headers: [...request.headers],
  body: request.method === 'GET' || request.method === 'HEAD' ? null : await readBody(request),
  jobId: makeJobId(),
})

/**
 * Reads up to the chunk that exceeds the limit of any request, which the window then refuses. Firefox lacks
 * `Request.body`.
 */
const readBody = async (request: Request): Promise<Blob> => {
  if (!request.body) return request.blob()
  let bytes = 0
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      controller.enqueue(chunk)
      if (bytes > limits.request.maxBytes) controller.terminate()
    },
  })
  return new Response(request.body.pipeThrough(bounded)).blob()
}

/** The windows of the studio: the focused one first, then visible ones. */
const studioWindows = async (clients: Clients, scope: string): Promise<readonly WindowClient[]> => {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const rank = (window: WindowClient) => (window.focused ? 0 : window.visibilityState === 'visible' ? 1 : 2)
  return windows.filter(({ url }) => isStudioPage(url, scope)).sort((a, b) => rank(a) - rank(b))
}

/** Other pages of this site, such as `errors.html`, have no service to answer. */
const isStudioPage = (url: string, scope: string): boolean => {
  const { origin, pathname } = new URL(url)
  return [scope, `${scope}index.html`].includes(origin + pathname)
}

/** Why a window did not answer, as a reason of the contract. */
type WindowFailure = 'no_open_window' | 'window_silent' | 'window_of_other_release'

const askWindow = (
  { window, isClosed, firstAnswerMs }: Candidate,
  message: BridgeRequest,
  { signal, isGone }: Caller,
): Promise<Extract<BridgeReply, { kind: 'answer' }> | WindowFailure> =>
  new Promise((resolve, reject) => {
    const { port1: port, port2 } = new MessageChannel()
    const order = (kind: BridgeCommand['kind']) => port.postMessage({ kind } satisfies BridgeCommand)
    let silentMs = 0
    let limitMs = firstAnswerMs

    const end = (settle: () => void) => {
      clearInterval(watch)
      signal.removeEventListener('abort', onAbort)
      // Stops a window that is working or has yet to start; one that has answered ignores it.
      order('abort')
      port.close()
      settle()
    }
    const giveUp = (failure: WindowFailure) => end(() => resolve(failure))
    const onAbort = () => end(() => reject(new DOMException('The caller gave up', 'AbortError')))
    const watch = setInterval(async () => {
      silentMs += pingEveryMs
      if (await isGone()) onAbort()
      else if (await isClosed()) giveUp('no_open_window')
      else if (silentMs > limitMs) giveUp('window_silent')
      else order('ping')
    }, pingEveryMs)

    port.onmessage = ({ data }: MessageEvent<BridgeReply | null>) => {
      silentMs = 0
      if (data?.kind === 'taken') limitMs = maxSilenceMs
      else if (data?.kind === 'unavailable')
        giveUp(data.protocol === protocol ? 'window_silent' : 'window_of_other_release')
      else if (data?.kind === 'answer') end(() => resolve(data))
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    window.postMessage(message, [port2])
  })

const refusal = (scope: string): Response =>
  errorAnswer('permission_denied', 'request_from_other_site', scope)

/** An answer in the form of the contract (D-50), made here because there is no service. */
const errorAnswer = (
  code: ErrorCode,
  reason: 'request_from_other_site' | WindowFailure,
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
