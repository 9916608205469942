import { ServiceError } from './service-error.ts'

/**
 * The error of a part of the studio that did not come, as on a page that went offline, or whose release a newer one has
 * replaced. The work may be fine.
 */
export const partNotLoaded = (cause?: unknown): ServiceError =>
  new ServiceError('internal_server_error', { reason: 'worker_not_loaded', cause })

/** What `load` imports. Rejects with the reason `worker_not_loaded` where it did not come. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause: unknown) => {
    throw partNotLoaded(cause)
  })
