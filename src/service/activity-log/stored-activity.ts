import * as v from 'valibot'
import { isJobId } from '#contract/ids.ts'
import type { Activity } from '#service/activity.ts'

/**
 * An entry in IndexedDB, with its thumbnail as bytes: WebKit writes Blobs separately, and if the page closes meanwhile,
 * its transaction never ends and blocks all later pages.
 */
type StoredActivity = Omit<Activity, 'thumbnail'> & {
  readonly thumbnail: { readonly type: string; readonly bytes: ArrayBuffer } | null
}

/** The bytes of known thumbnails: a transaction cannot wait for them. */
const bytesOf = new WeakMap<Blob, ArrayBuffer>()

/** Reads the thumbnail's bytes; await it before `toStored`. Rejects if they cannot be read. */
export const readThumbnail = async ({ thumbnail }: Activity): Promise<void> => {
  if (thumbnail && !bytesOf.has(thumbnail)) bytesOf.set(thumbnail, await thumbnail.arrayBuffer())
}

export const toStored = ({ thumbnail, ...activity }: Activity): StoredActivity => {
  const bytes = thumbnail && bytesOf.get(thumbnail)
  return { ...activity, thumbnail: thumbnail && bytes ? { type: thumbnail.type, bytes } : null }
}

const number = v.pipe(v.number(), v.finite())
const text = v.string()

/** The fields that this version needs; others are preserved. */
const entrySchema = v.looseObject({
  id: text,
  service: text,
  name: text,
  request_id: v.nullable(text),
  kind: v.picklist(['image', 'video']),
  at: v.pipe(
    text,
    v.check((at) => Number.isFinite(Date.parse(at))),
  ),
  state: v.picklist(['sending', 'queued', 'processing', 'completed', 'failed', 'expired']),
  progress: number,
  credits: number,
  refunded: number,
  job: v.nullable(v.looseObject({ id: v.custom((id) => isJobId(id)), status: text, progress: number })),
  error: v.nullable(v.looseObject({ code: text, message: text })),
  thumbnail: v.nullable(v.looseObject({ type: text, bytes: v.instance(ArrayBuffer) })),
  kept: v.nullable(v.looseObject({ hash: text, bytes: number, type: text })),
})

/** Thumbnails by entry id. */
type Thumbnails = ReadonlyMap<string, Blob>

/** Parses an entry; null if this version cannot. Reuses the Blob of `known` if the thumbnail is unchanged. */
export const readStored = (stored: unknown, known: Thumbnails = new Map()): Activity | null =>
  v.is(entrySchema, stored) ? fromStored(stored as unknown as StoredActivity, known) : null

/** The thumbnails of entries, to reuse: a new Blob costs 0.1 ms and flickers. */
export const thumbnailsOf = (activities: readonly Activity[]): Thumbnails =>
  new Map(activities.flatMap(({ id, thumbnail }) => (thumbnail ? [[id, thumbnail] as const] : [])))

const fromStored = ({ thumbnail, ...activity }: StoredActivity, known: Thumbnails): Activity => {
  if (thumbnail === null) return { ...activity, thumbnail }
  const { type, bytes } = thumbnail
  const before = known.get(activity.id)
  if (before?.size === bytes.byteLength) return { ...activity, thumbnail: before }
  const blob = new Blob([bytes], { type })
  bytesOf.set(blob, bytes)
  return { ...activity, thumbnail: blob }
}
