import { type Endpoint, expose } from 'comlink'
import { createNestedWorkers, type NestedWorkerHost } from './nested-workers.ts'
import type { KeepBlob, PersistentBlobs } from './persistent-blobs.ts'
import type { ModuleHolder, SharedModules } from './shared-modules.ts'
import { endServedCall, registerTransferHandlers } from './transfer-handlers.ts'
import { holdLock } from './worker-liveness.ts'

/**
 * The functions of a worker. Each takes one argument of Blobs and plain data and a `ServedCall`, and resolves with
 * Blobs and plain data; values marked with comlink's `transfer` cross without a copy. A function should check `signal`
 * between its steps, because a call that does not end soon after its abort costs the whole worker.
 */
export type Api = Readonly<Record<string, (argument: never, call: never) => Promise<unknown>>>

/** The argument of a served function. */
export type ArgumentOf<A extends Api, N extends keyof A> = Parameters<A[N]>[0]
/** What a served function resolves with. */
export type AnswerOf<A extends Api, N extends keyof A> = Awaited<ReturnType<A[N]>>

/** The objects that comlink exposes: the worker's functions, and the page's control of the worker. */
type Exposed<A extends Api> = { readonly api: A; readonly control: Control }

/** Functions by which the page sets the worker up. */
export type Control = {
  /**
   * The first call. The worker holds `lock` until it ends, and takes over `blobs`; `keep` receives changes. `workers`
   * starts nested workers if the worker cannot do so itself; `modules` holds compiled WASM.
   */
  attach(
    lock: string,
    blobs: ReadonlyMap<string, Blob>,
    keep: KeepBlob,
    workers: NestedWorkerHost,
    modules: ModuleHolder,
  ): Promise<void>
  /** Another worker stored or deleted one of the shared Blobs. */
  follow(key: string, blob?: Blob): Promise<void>
  /** A worker that the page started for this one failed. */
  nestedWorkerFailed(id: number, message: string): Promise<void>
  /** An answer shows that the worker handles messages. */
  ping(): Promise<void>
}

type ServeOptions = {
  /** Blobs that the page holds for this worker and its successors. */
  readonly blobs?: PersistentBlobs
  /** Modules shared with the other workers of the page. */
  readonly modules?: SharedModules
  /** The connection to the page; by default the scope of this worker. */
  readonly endpoint?: Endpoint
}

/** Serves the functions of `api`. Calls may overlap here; the page queues them. */
export const serve = <A extends Api>(api: A, { blobs, modules, endpoint }: ServeOptions = {}): void => {
  registerTransferHandlers()
  const nested = createNestedWorkers()
  const exposed: Exposed<A> = {
    api: withEnds(api),
    control: {
      attach: (lock, held, keep, workers, holder) => {
        blobs?.attach(held, keep)
        modules?.attach(holder)
        if (!endpoint && isFirefox()) nested.startBy(workers)
        return holdLock(lock)
      },
      follow: async (key, blob) => blobs?.follow(key, blob),
      nestedWorkerFailed: async (id, message) => nested.reportFault(id, message),
      ping: async () => {},
    },
  }
  expose(exposed, endpoint)
}

/** The same functions; the end of each is reported to the page after its progress. */
const withEnds = <A extends Api>(api: A): A => {
  const served = Object.entries(api).map(([name, run]) => {
    const withEnd = async (argument: never, call: never) => {
      try {
        return await run(argument, call)
      } finally {
        endServedCall(call)
      }
    }
    return [name, withEnd]
  })
  return Object.fromEntries(served) as A
}

const isFirefox = (): boolean => /Firefox\//.test(navigator.userAgent)
