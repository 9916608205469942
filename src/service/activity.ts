import type { Job } from '#contract/job.ts'
import type { PlainError } from '#contract/service-error.ts'
import type { KeptFile } from '#library/store/kept-results.ts'

/** One request of the user, to this device or to a service. This browser keeps the list, since the API has none. */
export type Activity = {
  readonly id: string
  /** The `id` of the `BackgroundService`: `local`, or the base address of a service. */
  readonly service: string
  readonly kind: 'image' | 'video'
  /** The name of the file; empty where it has none. */
  readonly name: string
  /** When it was sent, ISO 8601. */
  readonly at: string
  readonly state: 'sending' | 'queued' | 'processing' | 'completed' | 'failed' | 'expired'
  /** 0 to 1. */
  readonly progress: number
  /** The credits charged; for work on this device, what a service would have charged (D-51). */
  readonly credits: number
  /** The credits refunded because the work failed. */
  readonly refunded: number
  readonly request_id: string | null
  /** The job as last seen; null for images. */
  readonly job: Job | null
  readonly error: PlainError | null
  /** A thumbnail of the source or the result. */
  readonly thumbnail: Blob | null
  /** The result as it is kept on this device, even after the service deleted it; null where it is not. */
  readonly kept: KeptFile | null
  /** Why the result could not be kept although it should. */
  readonly unkept?: PlainError
}

/** The activity log of this browser, shared by its tabs; in memory where the browser refuses storage. */
export interface ActivityLog {
  /** Newest first. */
  list(): Promise<readonly Activity[]>
  /** Whether the entry still exists. */
  has(id: string): Promise<boolean>
  put(activity: Activity): Promise<void>
  /** Changes one entry in one transaction. Does nothing where it is gone or `change` returns undefined. */
  update(id: string, change: (activity: Activity) => Activity | undefined): Promise<void>
  /** Deletes an entry, and its kept result as soon as nobody reads it. */
  delete(id: string): Promise<void>
  /** Deletes all entries, like `delete`. */
  clear(): Promise<void>
  /** Calls `onChange` after each change, in this tab or another, until the returned function is called. */
  watch(onChange: () => void): () => void
  /** The result that is kept on this device; null where there is none. */
  readResult(id: string): Promise<Blob | null>
  /** Keeps the result of an entry on this device. Does nothing where the entry is gone or is deleted meanwhile. */
  keepResult(id: string, result: Blob): Promise<void>
  /** The bytes that are free for results. */
  freeBytes(): Promise<number>
  /** A function that sends the same request again as a new entry; null where this tab no longer has its source. */
  resend(id: string): (() => Promise<void>) | null
}
