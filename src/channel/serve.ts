import { type Endpoint, expose } from 'comlink'
import { createNestedWorkers, type NestedWorkerHost } from './nested-workers.ts'
import type { KeepBlob, PersistentBlobs } from './persistent-blobs.ts'
import type { ModuleHolder, SharedModules } from './shared-modules.ts'
import { endServedCall, registerTransferHandlers } from './transfer-handlers.ts'
import { holdLock } from './worker-liveness.ts'

/**
 * What a worker serves. Each function takes one argument of Blobs and plain data, and a `ServedCall`, and answers with
 * the same; what it marks with comlink's `transfer` crosses without a copy. It should look at `signal` between its
 * steps, since a call that does not end soon after it was aborted costs the whole worker.
 */
export type Api = Readonly<Record<string, (argument: never, call: never) => Promise<unknown>>>

/** What a served function takes. */
export type ArgumentOf<A extends Api, N extends keyof A> = Parameters<A[N]>[0]
/** What a served function resolves with. */
export type AnswerOf<A extends Api, N extends keyof A> = Awaited<ReturnType<A[N]>>

/** What comlink exposes: the worker's own functions, and what the page needs to look after the worker. */
type Exposed<A extends Api> = { readonly api: A; readonly control: Control }

/** What a worker offers besides its functions: the page calls it to set the worker up. */
export type Control = {
  /**
   * The first call. The worker holds `lock` until it ends, and takes over `blobs`; `keep` hears of changes. `workers`
   * starts its own workers where it cannot do so itself; `modules` holds compiled WASM.
   */
  attach(
    lock: string,
    blobs: ReadonlyMap<string, Blob>,
    keep: KeepBlob,
    workers: NestedWorkerHost,
    modules: ModuleHolder,
  ): Promise<void>
  /** Another worker put a Blob into what the page holds for both, or deleted one. */
  follow(key: string, blob?: Blob): Promise<void>
  /** A worker that the page started for this one failed. */
  nestedWorkerFailed(id: number, message: string): Promise<void>
  /** Its answer tells that the worker handles messages. */
  ping(): Promise<void>
}

type ServeOptions = {
  /** What the page keeps for this worker and its successors. */
  readonly blobs?: PersistentBlobs
  /** What it shares with the other workers of the page. */
  readonly modules?: SharedModules
  /** Where the page is; this worker's own scope where absent. */
  readonly endpoint?: Endpoint
}

/** Serves the functions of `api`. Calls may overlap here; the page's side takes them in turn. */
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

/** The same functions; the page learns of the end of each behind its progress. */
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
