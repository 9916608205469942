import { memoizePromise } from '#base/promises.ts'
import { answerThroughWindow, isApiPath } from './api-bridge.ts'
import type { ClaimCommand, KeepAliveCommand, KeepOfflineCommand } from './api-bridge-messages.ts'
import { withHostHeaders } from './host-headers.ts'
import { openOfflineCache } from './offline-cache.ts'

declare const self: ServiceWorkerGlobalScope

const offline = openOfflineCache()
const base = () => self.registration.scope

/** The API bridge and the headers also work without the offline copy. */
const keepOffline = (): Promise<void> =>
  offline.install(base()).catch((cause: unknown) => console.warn('Not available offline:', cause))

/** Several tabs may request it at the same time. */
const keepOnce = memoizePromise(async () => {
  if (!(await offline.hasCopy(base()))) await keepOffline()
})

self.addEventListener('install', (event) => {
  // A first visit may be brief: the page requests a copy once the studio is used. Later visits update their copy.
  const kept = offline.hasCopy(base()).then((hasCopy) => (hasCopy ? keepOffline() : undefined))
  event.waitUntil(kept.then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(offline.forgetOldBuilds(base()).then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  // `keep-alive` needs no handling: the event itself suffices.
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
