import { isOfKind } from './message-kind.ts'

/**
 * Blobs that outlive a worker: what it puts here the page holds and gives to the worker that replaces
 * it. A Blob's bytes lie with the browser, so holding one costs the page nothing but disk or memory
 * that the worker had already taken.
 */
export interface PersistentBlobs {
  get(sha256: string): Promise<Blob | undefined>
  put(sha256: string, part: Blob): Promise<void>
  delete(sha256: string): Promise<void>
  list(): Promise<readonly { readonly key: string; readonly bytes: number }[]>
}

/** Worker → page: `part` is absent where it was deleted. */
type Bequest = { readonly kind: 'heirloom'; readonly sha256: string; readonly part?: Blob }

/** Page → worker, before anything else. */
type Inheritance = { readonly kind: 'heirlooms'; readonly parts: ReadonlyMap<string, Blob> }

/** As much of a worker's own scope as is needed. */
type WorkerScope = {
  postMessage(message: Bequest): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}

/** The worker's side; to be opened while its script starts, so that nothing is missed. */
export const openPersistentBlobs = (
  scope: WorkerScope = globalThis as unknown as WorkerScope,
): PersistentBlobs => {
  const held = new Map<string, Blob>()
  scope.addEventListener('message', ({ data }) => {
    if (isOfKind<Inheritance>(data, 'heirlooms'))
      for (const [sha256, part] of data.parts) held.set(sha256, part)
  })
  return {
    get: async (sha256) => held.get(sha256),
    put: async (sha256, part) => {
      held.set(sha256, part)
      scope.postMessage({ kind: 'heirloom', sha256, part })
    },
    delete: async (sha256) => {
      held.delete(sha256)
      scope.postMessage({ kind: 'heirloom', sha256 })
    },
    list: async () => [...held].map(([key, { size }]) => ({ key, bytes: size })),
  }
}

/** The page's side: hands `held` to `worker` and keeps it as the worker says from then on. */
export const attachBlobs = (worker: Worker, held: Map<string, Blob>): void => {
  if (held.size > 0) worker.postMessage({ kind: 'heirlooms', parts: held } satisfies Inheritance)
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isOfKind<Bequest>(data, 'heirloom')) return
    if (data.part) held.set(data.sha256, data.part)
    else held.delete(data.sha256)
  })
}
