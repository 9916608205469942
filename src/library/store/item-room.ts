import { fileLimitBytes } from '#base/opfs.ts'
import { ServiceError } from '#contract/service-error.ts'
import { retention } from './retention.ts'

const { maxBytes } = retention.items

/**
 * The limit for all kept items in bytes: half of what the browser has left at most. `bytes` is what they have now,
 * `estimate` the browser's own figure.
 */
export const itemLimit = async (
  bytes: number,
  estimate: (() => Promise<StorageEstimate>) | undefined,
): Promise<number> => {
  const { quota, usage = 0 } = (await estimate?.().catch(() => undefined)) ?? {}
  const left = quota === undefined ? maxBytes : Math.max(0, quota - usage) + bytes
  const fileLimit = fileLimitBytes()
  // Where all files together have little room, clips need most of it.
  return Math.min(maxBytes, fileLimit === null ? left / 2 : fileLimit / 4)
}

/** The error for an item that would exceed that limit. */
export const noRoom = (limitBytes: number): ServiceError =>
  new ServiceError('internal_server_error', {
    reason: 'items_not_kept_full',
    params: { maxMegabytes: Math.round(limitBytes / 1e6) },
  })
