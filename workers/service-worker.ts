import { memoizePromise } from '#base/promises.ts'
import { answerThroughWindow, isApiPath } from './api-bridge.ts'
import type { ClaimCommand, KeepAliveCommand, KeepOfflineCommand } from './api-bridge-messages.ts'
import { withHostHeaders } from './host-headers.ts'
import { openOfflineCache } from './offline-cache.ts'

declare const self: ServiceWorkerGlobalScope

const offline = openOfflineCache()
const base = () => self.registration.scope

/** The API bridge and the headers work without the offline copy too. */
const keepOffline = (): Promise<void> =>
  offline.install(base()).catch((cause: unknown) => console.warn('Not available offline:', cause))

/** Several tabs may ask for it at the same time. */
const keepOnce = memoizePromise(async () => {
  if (!(await offline.hasCopy(base()))) await keepOffline()
})

self.addEventListener('install', (event) => {
  // A first visit may be no more than a look: the page says when it is worth a copy. Later ones update the one they
  // have.
  const kept = offline.hasCopy(base()).then((hasCopy) => (hasCopy ? keepOffline() : undefined))
  event.waitUntil(kept.then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(offline.forgetOldBuilds(base()).then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  // That an event comes is all that `keep-alive` is for.
  const order: ClaimCommand | KeepAliveCommand | KeepOfflineCommand | null = event.data
  if (order?.kind === 'keep-offline') event.waitUntil(keepOnce())
  if (order?.kind === 'claim') event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (isApiPath(request.url, base())) {
    event.respondWith(answerThroughWindow(event, self))
    return
  }
  const answer = offline.answer(request, base())
  if (answer) event.respondWith(answer.then((response) => withHostHeaders(response, request, base())))
})
