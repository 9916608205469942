import type { Job } from '#contract/job.ts'
import type { PlainError } from '#contract/service-error.ts'

/**
 * One request that somebody made, wherever it was computed. The API lists no jobs, so this browser keeps
 * the list (field: recent jobs).
 */
export type Activity = {
  readonly id: string
  /** The `id` of the `BackgroundService` that took it: `local`, or the base address of a service. */
  readonly service: string
  readonly kind: 'image' | 'video'
  /** The name of the file. */
  readonly name: string
  /** When it was sent, ISO 8601. */
  readonly at: string
  readonly state: 'sending' | 'queued' | 'processing' | 'completed' | 'failed' | 'expired'
  /** 0 to 1. */
  readonly progress: number
  /** Charged; for work on this device what the service would have charged (D-51). */
  readonly credits: number
  /** Credits given back, because the work failed. */
  readonly refunded: number
  readonly request_id: string | null
  /** The job as last seen; null for images. */
  readonly job: Job | null
  readonly error: PlainError | null
  /** A small picture of the source or the result. */
  readonly thumbnail: Blob | null
  /** The result itself lies on this device, also after the service deleted it. */
  readonly isKept: boolean
  /** Why the result could not be kept although it should, for people; absent where nothing is wrong. */
  readonly unkept?: string
}

/** The list of what was done, for all tabs of this browser. No method loses work: where nothing can be stored, the list lives as long as the page. */
export interface ActivityLog {
  /** Newest first. */
  list(): Promise<readonly Activity[]>
  /** Whether there is such an entry still. */
  has(id: string): Promise<boolean>
  put(activity: Activity): Promise<void>
  /** Changes one entry with no other tab in between; nothing where it is gone or `change` answers undefined. */
  update(id: string, change: (activity: Activity) => Activity | undefined): Promise<void>
  /** With the result that is kept. Rejects, and leaves the entry, where that could not be deleted. */
  delete(id: string): Promise<void>
  /** Deletes all entries; rejects like `delete`. */
  clear(): Promise<void>
  /** Hears that something changed, in this tab or another, until the answer is called. */
  watch(onChange: () => void): () => void
  /** The result that was kept on this device; null where there is none. */
  readResult(id: string): Promise<Blob | null>
  /** Keeps the result of an entry on this device; nothing where the entry is gone, also when it went meanwhile. */
  keepResult(id: string, result: Blob): Promise<void>
  /** Bytes of results that may still be kept. */
  freeBytes(): Promise<number>
  /** Sends the same once more, as a new entry; null where this tab does not hold its source any more. */
  resend(id: string): (() => Promise<void>) | null
}
