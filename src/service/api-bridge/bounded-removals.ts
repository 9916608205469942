import { createTaskQueue, untilAborted } from '#base/promises.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'

/** How many requested pictures may wait beside the current one. */
export const maxWaitingRemovals = 24

/**
 * The service for API requests: one picture at a time, so that the page waits for one at most. An aborted waiting
 * request never begins. Chromium does not report aborted requests to a service worker (w3c/ServiceWorker#1544), so
 * surplus requests are refused with `rate_limit_exceeded`.
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
