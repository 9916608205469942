import { ServiceError } from './service-error.ts'

/**
 * The error of a part of the studio that did not load: the page is offline, or a newer release replaced it. The work
 * may be unaffected.
 */
export const partNotLoaded = (cause?: unknown): ServiceError =>
  new ServiceError('internal_server_error', { reason: 'worker_not_loaded', cause })

/** The import by `load`. Rejects with the reason `worker_not_loaded`. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause: unknown) => {
    throw partNotLoaded(cause)
  })
