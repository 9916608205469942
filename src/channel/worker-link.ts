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

/** A call that a worker is carrying out. */
type Running = {
  /** Rejects with what the worker threw, or with a `ServiceError` when it failed or was stopped before it answered. */
  readonly answer: Promise<unknown>
  /** Has the worker abort the call's signal; resolves with whether it did. */
  cancel(): void
}

/** One worker and all calls that it has not answered. Ends with the worker's first fault, or with `stop`. */
export interface WorkerLink {
  readonly isStopped: boolean
  /** Whether the worker has handled a message, so that its script is loaded. */
  readonly hasAnswered: boolean
  /** `supply` does what the worker asks for meanwhile. */
  run(name: string, argument: unknown, onProgress: OnProgress | undefined, supply?: Supply): Running
  /** Resolves as soon as the worker handles messages. */
  ping(): Promise<void>
  /** Terminates the worker and rejects every call that it has not answered with `reason`. */
  stop(reason: unknown): void
}

/** For all workers of the page: a module is what its key says, whoever compiled it. */
const pageModules = createModuleHolder()

/** Connects to a worker that runs `serve`. The worker gets the Blobs of `blobs`, and what it adds is kept there. */
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
      // The worker hears of Blobs that others put by another way than of the answer, which must not overtake them.
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

/**
 * What comlink makes of `Exposed`. Its own types know neither objects within objects nor functions by a variable name.
 */
type RemoteWorker = {
  readonly api: Readonly<Record<string, (argument: unknown, call: OutgoingCall) => Promise<unknown>>>
  readonly control: Control
  [releaseProxy](): void
}

const workerFault = (details: string): ServiceError =>
  new ServiceError('internal_server_error', { cause: new Error(details) })

/** An `error` event without a message: the script did not come. */
const workerNotLoaded = (): ServiceError => partNotLoaded(new Error('The worker could not be started'))

/** When a worker that handles no messages is stopped, and how often its work is tried again. */
export type ResponseLimit = {
  /** How long a worker may handle no message, in milliseconds. */
  readonly maxMs: number
  /** What a call is rejected with that this ended. */
  readonly fault: () => ServiceError
  /** How often a call of a lost worker is sent to a new one before it is rejected; never where absent. */
  readonly retries?: number
}

/** The worker gives no answer: it handled no message for too long, failed, was taken away, or had no memory left. */
export class WorkerLost extends Error {
  readonly fault: ServiceError

  constructor(fault: ServiceError) {
    super('The worker gives no answer')
    this.fault = fault
  }
}

/** So many looks in a row without an answer to a ping: a page that slept, or is hidden, misses looks too. */
const maxUnansweredLooks = 8

/**
 * Stops a worker that handles no message for too long, with `WorkerLost`, unless the function that this returns was
 * called before. Its script may take as long to load as the connection needs.
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
    // A worker that has gone needs no watching.
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
