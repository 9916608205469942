import type { BackgroundService } from '#service/background-service.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import type { BridgeCommand, BridgeReply, BridgeRequest, ClaimCommand } from '#workers/api-bridge-messages.ts'

export type ApiBridgeOptions = {
  /** Where the studio lives: a path that opens and closes with a slash. */
  readonly basePath: string
  /** Learns what went wrong behind the door, and why there is none. */
  readonly onFault?: (cause: unknown) => void
}

/**
 * Registers the service worker and answers the API requests that it hands over (D-70), with `service`.
 * Resolves with true once this window is under its control, so that `fetch('v1/remove')` works here;
 * with false where there can be no service worker (plain http, a browser that refuses). Never rejects.
 */
export const openApiBridge = async (
  service: BackgroundService,
  { basePath, onFault }: ApiBridgeOptions,
): Promise<boolean> => {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!container) return false
  container.addEventListener('message', ({ data, ports: [port] }: MessageEvent<BridgeRequest | null>) => {
    if (data?.kind === 'door-request' && port)
      answerOver(port, data, service, { basePath, ...(onFault && { onFault }) })
  })
  // Messages wait for this when listeners are added before the page has loaded.
  container.startMessages()
  try {
    const { active } = await container.register(`${basePath}service-worker.js`, {
      scope: basePath,
      updateViaCache: 'none',
    })
    return await controlled(container, active)
  } catch (cause) {
    onFault?.(cause)
    return false
  }
}

/** The first visit is claimed when the worker activates; a hard reload, which goes past it, has to ask. */
const controlled = (container: ServiceWorkerContainer, active: ServiceWorker | null): Promise<boolean> =>
  new Promise((resolve) => {
    if (container.controller) resolve(true)
    container.addEventListener('controllerchange', () => resolve(true), { once: true })
    active?.postMessage({ kind: 'claim' } satisfies ClaimCommand)
  })

const answerOver = (
  port: MessagePort,
  { method, url, headers, body }: BridgeRequest,
  service: BackgroundService,
  options: ApiBridgeOptions,
): void => {
  const caller = new AbortController()
  const reply = (message: BridgeReply) => port.postMessage(message)
  port.onmessage = ({ data }: MessageEvent<BridgeCommand>) => {
    if (data.kind === 'abort') caller.abort()
    else reply({ kind: 'pong' })
  }
  reply({ kind: 'taken' })
  const request = new Request(url, {
    method,
    headers: headers.map(([...pair]) => pair),
    body,
    signal: caller.signal,
  })
  answerRequest(request, service, options)
    .then(async (answer) =>
      reply({
        kind: 'answer',
        status: answer.status,
        headers: [...answer.headers],
        body: await answer.blob(),
      }),
    )
    .catch((cause: unknown) => {
      if (caller.signal.aborted) return
      options.onFault?.(cause)
      reply({ kind: 'unavailable' })
    })
    .finally(() => setTimeout(() => port.close(), closingMs))
}

/** A port that closes may drop what it was just given. */
const closingMs = 10_000
