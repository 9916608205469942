import { proxy, releaseProxy, wrap } from 'comlink'
import { watchTicks } from '#base/stall-watchdog.ts'
import { partNotLoaded } from '#contract/load-part.ts'
import type { OnProgress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import { hostNestedWorkers } from './nested-workers.ts'
import type { BlobHolder } from './persistent-blobs.ts'
import type { Control } from './serve.ts'
import { createModuleHolder } from './shared-modules.ts'
import { OutgoingCall, registerTransferHandlers, type Supply } from './transfer-handlers.ts'
import { watchLock } from './worker-liveness.ts'

/** A call that a worker is serving. */
type Running = {
  /** Rejects with the worker's exception, or with a `ServiceError` if it failed or was stopped before it answered. */
  readonly answer: Promise<unknown>
  /** Makes the worker abort the call's signal; resolves with whether it did. */
  cancel(): void
}

/** A worker and its unanswered calls. Ends with the worker's first fault, or with `stop`. */
export interface WorkerLink {
  readonly isStopped: boolean
  /** Whether the worker has handled a message, so that its script is loaded. */
  readonly hasAnswered: boolean
  /** `supply` answers the needs of the worker. */
  run(name: string, argument: unknown, onProgress: OnProgress | undefined, supply?: Supply): Running
  /** Resolves as soon as the worker handles messages. */
  ping(): Promise<void>
  /** Terminates the worker and rejects its unanswered calls with `reason`. */
  stop(reason: unknown): void
}

/** Shared by all workers of the page: the key determines the module. */
const pageModules = createModuleHolder()

/**
 * Connects to a worker that runs `serve`. The worker receives the Blobs of `blobs`, and its new ones are stored there.
 */
export const openLink = (worker: Worker, blobs: BlobHolder): WorkerLink => {
  registerTransferHandlers()
  const remote = wrap(worker) as unknown as RemoteWorker
  const unanswered = new Set<(reason: unknown) => void>()
  let isStopped = false
  let hasAnswered = false
  let unwatch = () => {}

  const stop = (reason: unknown): void => {
    if (isStopped) return
    isStopped = true
    unwatch()
    member.leave()
    remote[releaseProxy]()
    worker.terminate()
    nested.terminateAll()
    for (const reject of unanswered) reject(reason)
    unanswered.clear()
  }
  // A script that cannot be loaded and an uncaught exception both arrive as `error`.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    stop(
      event.message ? new WorkerLost(workerFault(`The worker failed: ${event.message}`)) : workerNotLoaded(),
    )
  })
  worker.addEventListener('messageerror', () => stop(workerFault('The worker sent what cannot be read')))

  const lock = `worker-${crypto.randomUUID()}`
  const watch = () => {
    if (!isStopped)
      unwatch = watchLock(lock, () => stop(new WorkerLost(workerFault('The worker was taken away'))))
  }
  const member = blobs.join((key, blob) => remote.control.follow(key, blob).catch(() => {}))
  const nested = hostNestedWorkers((id, message) => {
    remote.control.nestedWorkerFailed(id, message).catch(() => {})
  })
  remote.control
    .attach(lock, blobs.held, proxy(member.keep), proxy(nested), proxy(pageModules))
    .then(watch, () => {})

  return {
    get isStopped() {
      return isStopped
    },
    run: (name, argument, onProgress, supply) => {
      // Blobs of other workers take another path than the answer, which must not overtake them.
      const supplied: Supply | undefined =
        supply && ((wanted) => supply(wanted).finally(() => remote.control.ping()))
      const call = new OutgoingCall(onProgress, supplied)
      const answer = new Promise((resolve, reject) => {
        unanswered.add(reject)
        Promise.resolve(remote.api[name]?.(argument, call))
          .then((value) => call.over.then(() => value))
          .then(resolve, reject)
          .finally(() => {
            unanswered.delete(reject)
          })
      })
      answer.finally(() => call.close()).catch(() => {})
      return { answer, cancel: () => call.abort() }
    },
    get hasAnswered() {
      return hasAnswered
    },
    ping: async () => {
      await remote.control.ping()
      hasAnswered = true
    },
    stop,
  }
}

/** The comlink proxy of `Exposed`; comlink's types support neither nested objects nor variable function names. */
type RemoteWorker = {
  readonly api: Readonly<Record<string, (argument: unknown, call: OutgoingCall) => Promise<unknown>>>
  readonly control: Control
  [releaseProxy](): void
}

const workerFault = (details: string): ServiceError =>
  new ServiceError('internal_server_error', { cause: new Error(details) })

/** The fault for an `error` event without a message: the script was not loaded. */
const workerNotLoaded = (): ServiceError => partNotLoaded(new Error('The worker could not be started'))

/** When an unresponsive worker is stopped, and how often its work is retried. */
export type ResponseLimit = {
  /** How long a worker may handle no message, in milliseconds. */
  readonly maxMs: number
  /** The rejection of a call that this ended. */
  readonly fault: () => ServiceError
  /** How often a call of a lost worker is sent to a new one before it rejects; by default never. */
  readonly retries?: number
}

/** The worker does not answer: it handled no message for too long, failed, was removed, or ran out of memory. */
export class WorkerLost extends Error {
  readonly fault: ServiceError

  constructor(fault: ServiceError) {
    super('The worker gives no answer')
    this.fault = fault
  }
}

/** Checks in a row without an answer to a ping: a sleeping or hidden page misses checks too. */
const maxUnansweredLooks = 8

/**
 * Stops a worker that handles no message for too long, with `WorkerLost`, unless the returned function was called
 * before. Loading the script may take as long as the connection needs.
 */
export const watchResponses = (
  link: Pick<WorkerLink, 'hasAnswered' | 'ping' | 'stop'>,
  { maxMs, fault }: ResponseLimit,
): (() => void) => {
  let isAsked = false
  const look = () => {
    if (!link.hasAnswered) ticks.renew()
    if (isAsked) return
    isAsked = true
    ticks.renew()
    const onAnswer = () => {
      isAsked = false
      ticks.renew()
    }
    // A worker that has ended needs no check.
    link.ping().then(onAnswer, () => {})
  }
  const ticks = watchTicks({
    tickMs: maxMs / maxUnansweredLooks,
    maxTicks: maxUnansweredLooks + 1,
    onTick: look,
    onStall: () => link.stop(new WorkerLost(fault())),
  })
  look()
  return ticks.end
}
