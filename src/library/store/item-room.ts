import { fileLimitBytes } from '#base/opfs.ts'
import { ServiceError } from '#contract/service-error.ts'
import { retention } from './retention.ts'

type Parts<R> = {
  /** The browser's storage estimate. */
  readonly estimate: (() => Promise<StorageEstimate>) | undefined
  /** The bytes of all kept items. */
  readonly usedBytes: () => number
  /** Items of closed pages, oldest first. */
  readonly left: () => Promise<readonly R[]>
  /** Deletes one of these items. */
  readonly drop: (record: R) => Promise<void>
}

/** Storage space for kept items. */
export const openItemRoom = <R>({ estimate, usedBytes, left, drop }: Parts<R>) => {
  const space = async () => {
    const bytes = usedBytes()
    return { bytes, limitBytes: await itemLimit(bytes, estimate) }
  }
  const isRoomFor = async (more: number) => {
    const { bytes, limitBytes } = await space()
    return bytes + more <= limitBytes
  }
  /** Makes room by deleting items of closed pages. Rejects if that is not enough. */
  const make = async (more: number) => {
    if (await isRoomFor(more)) return
    for (const record of await left()) {
      await drop(record)
      // Deleting a file that another item shares frees nothing.
      if (await isRoomFor(more)) return
    }
    throw noRoom((await space()).limitBytes)
  }
  return { space, make }
}

const { maxBytes } = retention.items

/**
 * The limit of all kept items in bytes: at most half of the free space. `bytes`: their present size; `estimate`: the
 * browser's estimate.
 */
const itemLimit = async (
  bytes: number,
  estimate: (() => Promise<StorageEstimate>) | undefined,
): Promise<number> => {
  const { quota, usage = 0 } = (await estimate?.().catch(() => undefined)) ?? {}
  const left = quota === undefined ? maxBytes : Math.max(0, quota - usage) + bytes
  const fileLimit = fileLimitBytes()
  // If the browser limits all files together, clips need most of the space.
  return Math.min(maxBytes, fileLimit === null ? left / 2 : fileLimit / 4)
}

/** The error of an item that would exceed the limit. */
const noRoom = (limitBytes: number): ServiceError =>
  new ServiceError('internal_server_error', {
    reason: 'items_not_kept_full',
    params: { maxMegabytes: Math.round(limitBytes / 1e6) },
  })
