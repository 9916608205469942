import type { Reason } from '#contract/error-reasons.ts'
import { ServiceError } from '#contract/service-error.ts'
import { isFull } from './video-storage.ts'

/** Runs `work` on the storage. Converts its `DOMException` to a `ServiceError`: of the reason `full` on a full disk. */
export const withStorageReason = async <T>(work: () => Promise<T>, full: Reason): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause
    const why: Reason = isFull(cause) ? full : { reason: 'storage_refused' }
    throw new ServiceError('internal_server_error', { ...why, cause })
  }
}
