import { createTaskQueue, untilAborted } from '#base/promises.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'

/** How many pictures of requests may wait beside the one that is worked on. */
export const maxWaitingRemovals = 24

/**
 * The service for requests of the API: one picture at a time, so that a picture of the page waits for one of them at
 * most. A request that was given up while it waited never begins. Chromium gives a service worker no sign of an aborted
 * request (w3c/ServiceWorker#1544), so the number of waiting requests is limited too: one more is refused with
 * `rate_limit_exceeded`.
 */
export const withBoundedRemovals = (service: BackgroundService): BackgroundService => {
  const enqueue = createTaskQueue()
  let open = 0
  return {
    ...service,
    removeImage: async (image, options, call = {}) => {
      const { signal } = call
      if (open > maxWaitingRemovals) throw new ServiceError('rate_limit_exceeded')
      open++
      const answer = enqueue(async () => {
        signal?.throwIfAborted()
        return service.removeImage(image, options, call)
      })
      try {
        return await untilAborted(answer, signal)
      } finally {
        open--
      }
    },
  }
}
