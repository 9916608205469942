import type { Job } from '#contract/job.ts'
import type { PlainError } from '#contract/service-error.ts'
import type { KeptFile } from '#library/store/kept-results.ts'

/** One request to this device or a service, logged in this browser, since the API has no list. */
export type Activity = {
  readonly id: string
  /** The `id` of the `BackgroundService`: `local`, or the base address. */
  readonly service: string
  readonly kind: 'image' | 'video'
  /** The name of the file; empty if it has none. */
  readonly name: string
  /** When it was sent, ISO 8601. */
  readonly at: string
  readonly state: 'sending' | 'queued' | 'processing' | 'completed' | 'failed' | 'expired'
  /** 0 to 1. */
  readonly progress: number
  /** Credits charged; for this device, what a service would have charged (D-51). */
  readonly credits: number
  /** Credits refunded after a failure. */
  readonly refunded: number
  readonly request_id: string | null
  /** The last known job; null for images. */
  readonly job: Job | null
  readonly error: PlainError | null
  /** Of the source or the result. */
  readonly thumbnail: Blob | null
  /** The result kept on this device, even after the service deleted it; null if there is none. */
  readonly kept: KeptFile | null
  /** Why the result could not be kept. */
  readonly unkept?: PlainError
}

/** The activity log of all tabs; in memory if the browser refuses storage. */
export interface ActivityLog {
  /** Newest first. */
  list(): Promise<readonly Activity[]>
  has(id: string): Promise<boolean>
  put(activity: Activity): Promise<void>
  /** Changes an entry in one transaction. Does nothing if it is gone or `change` returns undefined. */
  update(id: string, change: (activity: Activity) => Activity | undefined): Promise<void>
  /** Deletes an entry, and its kept result once it is not being read. */
  delete(id: string): Promise<void>
  /** Deletes all entries, like `delete`. */
  clear(): Promise<void>
  /** Calls `onChange` after each change in any tab, until the returned function is called. */
  watch(onChange: () => void): () => void
  /** The kept result; null if there is none. */
  readResult(id: string): Promise<Blob | null>
  /** Keeps an entry's result. Does nothing if the entry is gone or is being deleted. */
  keepResult(id: string, result: Blob): Promise<void>
  /** Bytes available for results. */
  freeBytes(): Promise<number>
  /** A function that resends the request as a new entry; null if this tab no longer has its source. */
  resend(id: string): (() => Promise<void>) | null
}
