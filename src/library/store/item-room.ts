import { fileLimitBytes } from '#base/opfs.ts'
import { ServiceError } from '#contract/service-error.ts'
import { retention } from './retention.ts'

type Parts<R> = {
  /** What the browser says of the room that it has. */
  readonly estimate: (() => Promise<StorageEstimate>) | undefined
  /** How many bytes all kept items have. */
  readonly usedBytes: () => number
  /** What pages that are gone have left, the oldest first. */
  readonly left: () => Promise<readonly R[]>
  /** Deletes one of those. */
  readonly drop: (record: R) => Promise<void>
}

/** The room that kept items have on the disk. */
export const openItemRoom = <R>({ estimate, usedBytes, left, drop }: Parts<R>) => {
  const space = async () => {
    const bytes = usedBytes()
    return { bytes, limitBytes: await itemLimit(bytes, estimate) }
  }
  const isRoomFor = async (more: number) => {
    const { bytes, limitBytes } = await space()
    return bytes + more <= limitBytes
  }
  /** Makes room for more bytes, by what pages that are gone have left. Rejects where that is not enough. */
  const make = async (more: number) => {
    if (await isRoomFor(more)) return
    for (const record of await left()) {
      await drop(record)
      // What another item has too frees nothing.
      if (await isRoomFor(more)) return
    }
    throw noRoom((await space()).limitBytes)
  }
  return { space, make }
}

const { maxBytes } = retention.items

/**
 * The limit for all kept items in bytes: half of what the browser has left at most. `bytes` is what they have now,
 * `estimate` the browser's own figure.
 */
const itemLimit = async (
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
const noRoom = (limitBytes: number): ServiceError =>
  new ServiceError('internal_server_error', {
    reason: 'items_not_kept_full',
    params: { maxMegabytes: Math.round(limitBytes / 1e6) },
  })
