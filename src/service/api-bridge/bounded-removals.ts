import { createTaskQueue, untilAborted } from '#base/promises.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'

/** How many pictures of requests may wait beside the one that is worked on. */
export const maxWaitingRemovals = 24

/**
 * The service as requests of the API get it. It is handed one picture at a time, so that a picture of the page waits for at
 * most one of them, and one that was given up while it waited is never begun. Chromium does not tell a service worker
 * that a request was aborted (w3c/ServiceWorker#1544), so that the number of those that wait is limited too: one more is
 * refused with `rate_limit_exceeded`.
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
