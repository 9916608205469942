import { answerThroughWindow, isApiPath } from './api-bridge.ts'
import type { ClaimCommand, KeepAliveCommand } from './api-bridge-messages.ts'
import { withHostHeaders } from './host-headers.ts'
import { openOfflineCache } from './offline-cache.ts'

declare const self: ServiceWorkerGlobalScope

const offline = openOfflineCache()
const base = () => self.registration.scope

self.addEventListener('install', (event) => {
  // The API bridge and the headers work without the offline copy too.
  const kept = offline
    .install(base())
    .catch((cause: unknown) => console.warn('Not available offline:', cause))
  event.waitUntil(kept.then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(offline.forgetOldBuilds(base()).then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  // That an event comes is all that `keep-alive` is for.
  const order: ClaimCommand | KeepAliveCommand | null = event.data
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
