import type { Reason } from '#contract/error-reasons.ts'
import { ServiceError } from '#contract/service-error.ts'
import { isFull } from './video-storage.ts'

/**
 * The result of `work` on the storage. If the browser refuses, rejects with a `ServiceError` of the reason; `full` if
 * there is no room.
 */
export const withStorageReason = async <T>(work: () => Promise<T>, full: Reason): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause
    const why: Reason = isFull(cause) ? full : { reason: 'storage_refused' }
    throw new ServiceError('internal_server_error', { ...why, cause })
  }
}
