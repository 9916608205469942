import { proxy, releaseProxy, wrap } from 'comlink'
import type { OnProgress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { Reply } from './reply.ts'
import type { Served } from './wire.ts'
import { watchLiveness } from './worker-liveness.ts'

/** A call that a worker is carrying out. */
export type Running = {
  /** Rejects with a `ServiceError` when the worker fails or is stopped before it replied. */
  readonly reply: Promise<Reply<unknown>>
  /** Asks the worker to abort the call's signal; its reply tells whether it listened. */
  cancel(): void
}

/** One worker and everything it still owes. Ends with the worker's first fault, or with `stop`. */
export interface WorkerLink {
  readonly isStopped: boolean
  run(name: string, argument: unknown, onProgress: OnProgress): Running
  /** Resolves as soon as the worker listens to messages. */
  ping(): Promise<void>
  /** Terminates the worker and rejects every call that it was carrying out with `reason`. */
  stop(reason: unknown): void
}

export const openLink = (worker: Worker): WorkerLink => {
  const served = wrap<Served>(worker)
  const owed = new Set<(reason: unknown) => void>()
  let isStopped = false
  let lastId = 0

  const stop = (reason: unknown): void => {
    if (isStopped) return
    isStopped = true
    unwatch()
    served[releaseProxy]()
    worker.terminate()
    for (const reject of owed) reject(reason)
    owed.clear()
  }
  const unwatch = watchLiveness(worker, () => stop(workerFault('The worker was taken away')))
  // A script that cannot be loaded, and an exception that nothing caught, both arrive as `error`.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    stop(
      workerFault(event.message ? `The worker failed: ${event.message}` : 'The worker could not be started'),
    )
  })
  worker.addEventListener('messageerror', () => stop(workerFault('The worker sent what cannot be read')))

  return {
    get isStopped() {
      return isStopped
    },
    run: (name, argument, onProgress) => {
      const id = ++lastId
      const reply = new Promise<Reply<unknown>>((resolve, reject) => {
        owed.add(reject)
        const report = proxy((...[progress]: Parameters<OnProgress>) => onProgress(progress))
        const settle = () => owed.delete(reject)
        served.run(id, name, argument, report).then(resolve, reject).finally(settle)
      })
      return {
        reply,
        cancel: () => {
          if (!isStopped) served.cancel(id).catch(() => {})
        },
      }
    },
    ping: async () => served.ping(),
    stop,
  }
}

const workerFault = (reason: string): ServiceError =>
  new ServiceError('internal_server_error', { cause: new Error(reason) })
