/**
 * Blobs that outlive a worker: the page holds what the worker puts here, and gives it to the worker that replaces it.
 * The browser holds a Blob's bytes, so a Blob that the page holds takes no memory of its own.
 */
export interface PersistentBlobs {
  get(key: string): Promise<Blob | undefined>
  /** Resolves when the page holds the Blob. */
  put(key: string, blob: Blob): Promise<void>
  delete(key: string): Promise<void>
  list(): Promise<readonly { readonly key: string; readonly bytes: number }[]>
  /** Takes over what the page holds; `keep` hears of each change from then on. */
  attach(held: ReadonlyMap<string, Blob>, keep: KeepBlob): void
  /** Takes over a change that another worker made of what the page holds. */
  readonly follow: KeepBlob
}

/** Tells the page what to hold under `key`; nothing any more where `blob` is absent. */
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

/** The Blobs that the page holds for its workers. Each worker gets the changes of the others. */
export interface BlobHolder {
  readonly held: ReadonlyMap<string, Blob>
  /** `tell` gets the changes of the others until `leave`; `keep` takes the changes of this one. */
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
