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

/** How a page calls a worker, and when it gives a worker up. */
export type ChannelOptions<A extends Api> = {
  /** Starts a worker that serves `A`; called when the first call comes and after each worker that ended. */
  readonly spawn: () => Worker
  /** Prepares a worker that replaces a stopped one for what is likely to be called next; its failure is ignored. */
  readonly revive?: (ask: Send<A>) => Promise<unknown>
  /**
   * How long a worker may take to end a cancelled call before it is terminated, in milliseconds. Only the next call
   * waits for it. It is about the time that a new worker needs to load the networks: a worker in a short pass keeps its
   * networks, and nobody waits for a long pass.
   */
  readonly graceMs?: number
  /**
   * A worker that is busy but handles no message for so long is terminated. Its call is sent to a new worker, `retries`
   * times at most, and then rejects with `fault`. Questions beside the call are sent again too.
   */
  readonly responseLimit?: ResponseLimit
  /**
   * Does what a call of the worker needs (`need`), such as work of another worker. Meanwhile other calls have the turn.
   * Signal and progress are those of the call.
   */
  readonly supply?: (wanted: never, call: CallOptions) => Promise<unknown>
  /** How many calls one worker carries out: long-lived WASM heaps grow and fragment. */
  readonly callsPerWorker?: number
  /** What the page holds for the worker and its successors; two channels with the same share it. */
  readonly blobs?: BlobHolder
}

/**
 * The functions of a worker, as if they were here, with real cancellation. Rejects with the worker's own error, with
 * `internal_server_error` when the worker failed (the next call starts a new one), and with an `AbortError` as soon as
 * the signal is aborted.
 */
export interface Channel<A extends Api> {
  /** One at a time, in order. The worker runs this call, and questions beside it. */
  readonly call: Send<A>
  /** At once, beside whatever runs: for short questions. Asked anew where the worker was replaced or fell silent. */
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

  /** Carries out one call in the current worker; the next one starts when the worker is free again or gone. */
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

/** How often a question is asked of another worker because the one before was lost. */
const questionRetries = 1

/**
 * Sends again what a worker did not answer because it was replaced, or, `retries` times at most, because it was lost.
 * Rejects with the fault of that loss.
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
 * What every caller may rely on: an abort rejects at once, nothing is reported after the end, and all that is ever
 * thrown is a `ServiceError` or an `AbortError`.
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

/** The worker was stopped on purpose, so its successor may get the same questions. */
class Replaced extends Error {}

const closed = () => new DOMException('The channel was closed', 'AbortError')
