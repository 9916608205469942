import { abortErrorOf, createTaskQueue, untilAborted } from '#base/promises.ts'
import type { OnProgress } from '#contract/progress.ts'
import { isServiceError, toServiceError } from '#contract/service-error.ts'
import { type CallTurn, openCallTurn } from './call-turn.ts'
import { type BlobHolder, createBlobHolder } from './persistent-blobs.ts'
import type { AnswerOf, Api, ArgumentOf } from './serve.ts'
import { isFromMemoryFault } from './transfer-handlers.ts'
import { openLink, type ResponseLimit, type WorkerLink, WorkerLost, watchResponses } from './worker-link.ts'

type CallOptions = { readonly signal?: AbortSignal; readonly onProgress?: OnProgress }

type Send<A extends Api> = <N extends keyof A & string>(
  name: N,
  argument: ArgumentOf<A, N>,
  call?: CallOptions,
) => Promise<AnswerOf<A, N>>

/** How a page calls a worker, and when it stops the worker. */
export type ChannelOptions<A extends Api> = {
  /** Starts a worker that serves `A`, for the first call and after each worker that ended. */
  readonly spawn: () => Worker
  /** Prepares the replacement of a stopped worker for the likely next call; its failure is ignored. */
  readonly revive?: (ask: Send<A>) => Promise<unknown>
  /**
   * How long a worker may take to end a cancelled call before it is terminated, in milliseconds. Only the next call
   * waits for it. It is about the time that a new worker needs to load the networks: a worker in a short pass keeps its
   * networks, and nobody waits for a long pass.
   */
  readonly graceMs?: number
  /**
   * A busy worker that handles no message for this long is terminated. Its call is sent to a new worker, at most
   * `retries` times, and then rejects with `fault`. Questions during the call are also sent again.
   */
  readonly responseLimit?: ResponseLimit
  /**
   * Does work for a call of the worker (`need`), such as that of another worker. Other calls have the turn meanwhile.
   * Signal and progress are the call's.
   */
  readonly supply?: (wanted: never, call: CallOptions) => Promise<unknown>
  /** The number of calls for one worker: long-lived WASM heaps grow and fragment. */
  readonly callsPerWorker?: number
  /** Blobs held for the worker and its successors; two channels with the same holder share them. */
  readonly blobs?: BlobHolder
}

/**
 * The functions of a worker, callable locally, with real cancellation. Rejects with the worker's own error, with
 * `internal_server_error` if the worker failed (the next call starts a new one), and with an `AbortError` as soon as
 * the signal is aborted.
 */
export interface Channel<A extends Api> {
  /** Runs calls one at a time, in order; questions run beside them. */
  readonly call: Send<A>
  /** Runs at once, beside calls: for short questions. Sent again if the worker is replaced or lost. */
  readonly ask: Send<A>
  close(): void
}

export const openChannel = <A extends Api>({
  spawn,
  revive,
  graceMs = 2500,
  responseLimit,
  supply,
  callsPerWorker = 300,
  blobs = createBlobHolder(),
}: ChannelOptions<A>): Channel<A> => {
  const enqueue = createTaskQueue()
  let link: WorkerLink | undefined
  let callsOfLink = 0
  let isClosed = false

  const currentLink = (): WorkerLink => {
    if (isClosed) throw closed()
    if (!link || link.isStopped) {
      link = openLink(spawn(), blobs)
      callsOfLink = 0
    }
    return link
  }

  const replace = (worn: WorkerLink): void => {
    if (worn.isStopped) return
    worn.stop(new Replaced())
    if (isClosed) return
    currentLink()
    revive?.(ask).catch(() => {})
  }

  /** Carries out one call in the current worker; the next starts when the worker is free again or gone. */
  const carryOut = async (name: string, argument: unknown, call: CallOptions, turn: CallTurn) => {
    const { signal, onProgress } = call
    if (signal?.aborted) throw abortErrorOf(signal)
    const worker = currentLink()
    const unwatch = responseLimit && watchResponses(worker, responseLimit)
    const supplied = supply && ((wanted: unknown) => turn.aside(() => supply(wanted as never, call)))
    const running = worker.run(name, argument, onProgress, supplied)
    let deadline: ReturnType<typeof setTimeout> | undefined
    const onAbort = () => {
      running.cancel()
      deadline = setTimeout(() => replace(worker), graceMs)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await running.answer
    } catch (thrown) {
      if (!isServiceError(thrown) || !isFromMemoryFault(thrown)) throw thrown
      replace(worker)
      throw new WorkerLost(thrown)
    } finally {
      if (++callsOfLink >= callsPerWorker) replace(worker)
      unwatch?.()
      clearTimeout(deadline)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  const putQuestion = async (name: string, argument: unknown, { signal, onProgress }: CallOptions) => {
    const worker = currentLink()
    const unwatch = responseLimit && watchResponses(worker, responseLimit)
    const running = worker.run(name, argument, onProgress)
    signal?.addEventListener('abort', running.cancel, { once: true })
    try {
      return await running.answer
    } finally {
      unwatch?.()
      signal?.removeEventListener('abort', running.cancel)
    }
  }

  const call: Send<A> = (name, argument, options = {}) =>
    settle(options, async (heard) => {
      const turn = openCallTurn(enqueue)
      try {
        return await sendAnew(responseLimit?.retries ?? 0, heard, async () => {
          await turn.take()
          return carryOut(name, argument, heard, turn)
        })
      } finally {
        turn.end()
      }
    })

  const ask: Send<A> = (name, argument, options = {}) =>
    settle(options, (heard) => sendAnew(questionRetries, heard, () => putQuestion(name, argument, heard)))

  return {
    call,
    ask,
    close: () => {
      isClosed = true
      link?.stop(closed())
    },
  }
}

/** How often a question is sent to another worker after the previous one was lost. */
const questionRetries = 1

/**
 * Sends again if the worker was replaced, or, at most `retries` times, lost. Rejects with the fault of the last loss.
 */
const sendAnew = async <T>(retries: number, { signal }: CallOptions, send: () => Promise<T>): Promise<T> => {
  for (let left = retries; ; ) {
    try {
      return await send()
    } catch (thrown) {
      if (signal?.aborted) throw thrown
      if (thrown instanceof WorkerLost) {
        if (left-- === 0) throw thrown.fault
      } else if (!(thrown instanceof Replaced)) throw thrown
    }
  }
}

/**
 * Guarantees for all callers: an abort rejects at once, no progress follows the end, and only a `ServiceError` or an
 * `AbortError` is thrown.
 */
const settle = async <T>(
  { signal, onProgress }: CallOptions,
  work: (call: CallOptions) => Promise<unknown>,
): Promise<T> => {
  let isOver = false
  const heard: CallOptions = {
    ...(signal && { signal }),
    onProgress: (progress) => {
      if (!isOver) onProgress?.(progress)
    },
  }
  try {
    return (await untilAborted(work(heard), signal)) as T
  } catch (thrown) {
    throw signal?.aborted && thrown === signal.reason ? abortErrorOf(signal) : toServiceError(thrown)
  } finally {
    isOver = true
  }
}

/** The worker was stopped on purpose, so its successor may receive the same questions. */
class Replaced extends Error {}

const closed = () => new DOMException('The channel was closed', 'AbortError')
