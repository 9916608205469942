import { laterPart } from '#base/later-part.ts'
import type { JobId } from '#contract/ids.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { answerRequest } from '#service/http/answer-request.ts'
import type {
  BridgeCommand,
  BridgeProtocol,
  BridgeReply,
  BridgeRequest,
  ClaimCommand,
  KeepAliveCommand,
} from '#workers/api-bridge-messages.ts'
import { keepOffline } from './keep-offline.ts'

const protocol: BridgeProtocol = 'clearcut-api-bridge/1'

type ApiBridgeOptions = {
  /** The studio's path on its host; starts and ends with a slash. */
  readonly basePath: string
  /** Called with the cause of a failed answer, or of a missing service worker. */
  readonly onFault?: (cause: unknown) => void
}

/**
 * Registers the service worker and answers the API requests that it forwards (D-70), with `service`. Resolves with true
 * once it controls this window, so that `fetch('v1/remove')` works; with false if there can be none (plain http, a
 * refusing browser). Never rejects.
 */
export const openApiBridge = async (
  service: BackgroundService,
  { basePath, onFault }: ApiBridgeOptions,
): Promise<boolean> => {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!container) return false
  // Loaded with the first request.
  const { load: answering } = laterPart(async () => {
    const [{ answerRequest }, { withBoundedRemovals }] = await Promise.all([
      import('#service/http/answer-request.ts'),
      import('./bounded-removals.ts'),
    ])
    return { answerRequest, bounded: withBoundedRemovals(service) }
  })
  container.addEventListener(
    'message',
    ({ data, source, ports: [port] }: MessageEvent<BridgeRequest | null>) => {
      if (data?.kind !== 'bridge-request' || !port) return
      // Only service workers post to this container.
      answerOver({ port, asker: source as ServiceWorker | null }, data, answering, {
        basePath,
        ...(onFault && { onFault }),
      })
    },
  )
  // Otherwise messages wait until the page has loaded.
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

/** A service worker claims the page when it activates. A hard reload bypasses it, so the page asks to be claimed. */
const controlled = (container: ServiceWorkerContainer, active: ServiceWorker | null): Promise<boolean> =>
  new Promise((resolve) => {
    if (container.controller) resolve(true)
    container.addEventListener('controllerchange', () => resolve(true), { once: true })
    active?.postMessage({ kind: 'claim' } satisfies ClaimCommand)
  })

type Answering = {
  readonly answerRequest: typeof answerRequest
  readonly bounded: BackgroundService
}

type AskedOver = { readonly port: MessagePort; readonly asker: Pick<ServiceWorker, 'postMessage'> | null }

const answerOver = (
  { port, asker }: AskedOver,
  { protocol: asked, method, url, headers, body, jobId }: BridgeRequest,
  answering: () => Promise<Answering>,
  options: ApiBridgeOptions,
): void => {
  const caller = new AbortController()
  const reply = (message: BridgeReply) => port.postMessage(message)
  const close = () => setTimeout(() => port.close(), closingMs)
  if (asked !== protocol) {
    reply({ kind: 'unavailable', protocol })
    close()
    return
  }
  port.onmessage = ({ data }: MessageEvent<BridgeCommand | null>) => {
    if (data?.kind === 'abort') caller.abort()
    else if (data?.kind === 'ping') reply({ kind: 'pong' })
  }
  reply({ kind: 'taken' })
  const keepAlive = () => asker?.postMessage({ kind: 'keep-alive' } satisfies KeepAliveCommand)
  const keepingAlive = setInterval(keepAlive, keepAliveEveryMs)
  answering()
    .then(({ answerRequest, bounded }) => {
      const pairs = headers.map(([...pair]): [string, string] => pair)
      const request = new Request(url, { method, headers: pairs, body, signal: caller.signal })
      return answerRequest(request, jobId ? withJobId(bounded, jobId) : bounded, options)
    })
    .then(async (answer) =>
      reply({
        kind: 'answer',
        status: answer.status,
        headers: [...answer.headers],
        body: await answer.blob(),
      }),
    )
    .then(() => keepOffline())
    .catch((cause: unknown) => {
      if (caller.signal.aborted) return
      options.onFault?.(cause)
      reply({ kind: 'unavailable', protocol })
    })
    .finally(() => {
      clearInterval(keepingAlive)
      close()
    })
}

/** The service for one request: its video becomes job `id`, once only. */
const withJobId = (service: BackgroundService, id: JobId): BackgroundService => ({
  ...service,
  submitVideo: (video, videoOptions, call) => service.submitVideo(video, videoOptions, { ...call, id }),
})

/** In milliseconds; Firefox ends a service worker after 60 seconds without an event. */
const keepAliveEveryMs = 5000

/** In milliseconds; a port closed at once may drop its last message. */
const closingMs = 10_000
