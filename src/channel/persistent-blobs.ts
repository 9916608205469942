/**
 * Blobs that outlive a worker: the page holds them, and gives them to the worker's replacement. The browser stores a
 * Blob's bytes, so holding it takes no memory of the page.
 */
export interface PersistentBlobs {
  get(key: string): Promise<Blob | undefined>
  /** Resolves when the page holds the Blob. */
  put(key: string, blob: Blob): Promise<void>
  delete(key: string): Promise<void>
  list(): Promise<readonly { readonly key: string; readonly bytes: number }[]>
  /** Takes over the Blobs of the page; `keep` receives each later change. */
  attach(held: ReadonlyMap<string, Blob>, keep: KeepBlob): void
  /** Applies another worker's change to the Blobs of the page. */
  readonly follow: KeepBlob
}

/** Sets the Blob that the page holds under `key`; without `blob`, removes it. */
export type KeepBlob = (key: string, blob?: Blob) => Promise<void> | void

/** The worker's side; empty until the page attaches to the worker. */
export const createPersistentBlobs = (): PersistentBlobs => {
  const held = new Map<string, Blob>()
  let keep: KeepBlob = () => {}
  return {
    get: async (key) => held.get(key),
    put: async (key, blob) => {
      held.set(key, blob)
      await keep(key, blob)
    },
    delete: async (key) => {
      held.delete(key)
      await keep(key)
    },
    list: async () => [...held].map(([key, { size }]) => ({ key, bytes: size })),
    attach: (blobs, keepBlob) => {
      for (const [key, blob] of blobs) held.set(key, blob)
      keep = keepBlob
    },
    follow: setIn(held),
  }
}

/** The Blobs that the page holds for its workers. Each worker receives the changes of the others. */
export interface BlobHolder {
  readonly held: ReadonlyMap<string, Blob>
  /** `tell` receives the changes of the others until `leave`; `keep` applies the changes of this one. */
  join(tell: KeepBlob): { readonly keep: KeepBlob; readonly leave: () => void }
}

export const createBlobHolder = (): BlobHolder => {
  const held = new Map<string, Blob>()
  const set = setIn(held)
  const members = new Set<KeepBlob>()
  return {
    held,
    join: (tell) => {
      members.add(tell)
      const keep: KeepBlob = (key, blob) => {
        void set(key, blob)
        for (const other of members) if (other !== tell) void other(key, blob)
      }
      return { keep, leave: () => void members.delete(tell) }
    },
  }
}

const setIn =
  (held: Map<string, Blob>): KeepBlob =>
  (key, blob) => {
    if (blob) held.set(key, blob)
    else held.delete(key)
  }
