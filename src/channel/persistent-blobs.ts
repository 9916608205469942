/**
 * Blobs that outlive a worker: the page holds what the worker puts here, and gives it to the worker that replaces
 * it. The browser holds a Blob's bytes, so a Blob that the page holds takes no memory of its own.
 */
export interface PersistentBlobs {
  get(key: string): Promise<Blob | undefined>
  /** Resolves when the page holds the Blob. */
  put(key: string, blob: Blob): Promise<void>
  delete(key: string): Promise<void>
  list(): Promise<readonly { readonly key: string; readonly bytes: number }[]>
  /** Takes over what the page holds; `keep` hears of each change from then on. */
  attach(held: ReadonlyMap<string, Blob>, keep: KeepBlob): void
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
  }
}

/** The page's side: the function that a worker changes `held` with. */
export const keepIn =
  (held: Map<string, Blob>): KeepBlob =>
  (key, blob) => {
    if (blob) held.set(key, blob)
    else held.delete(key)
  }
