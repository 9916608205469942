import { untilAborted } from './promises.ts'

/** The worker's script did not come, as on a page that went offline. */
export class WorkerNotLoaded extends Error {
  override readonly name = 'WorkerNotLoaded'
}

/**
 * Sends a worker one message, resolves with its answer, and terminates it in any case: nothing else stops its
 * computation and frees its memory. Rejects as `askOpenWorker`.
 */
export const askWorker = async <A>(worker: Worker, question: unknown, signal?: AbortSignal): Promise<A> => {
  try {
    return await askOpenWorker(worker, question, signal)
  } finally {
    worker.terminate()
  }
}

/**
 * The same with a worker that goes on; it answers one message at a time, and the caller terminates it. Rejects with the
 * reason of `signal` as soon as that is aborted, with `WorkerNotLoaded`, or with an Error where the worker fails.
 */
export const askOpenWorker = async <A>(
  worker: Worker,
  question: unknown,
  signal?: AbortSignal,
): Promise<A> => {
  const { promise, resolve, reject } = Promise.withResolvers<A>()
  worker.onmessage = ({ data }: MessageEvent<A>) => resolve(data)
  // An event without a message is all that is heard of a script that did not come.
  worker.onerror = ({ message }) =>
    reject(message ? new Error(`The worker failed: ${message}`) : new WorkerNotLoaded())
  worker.postMessage(question)
  return await untilAborted(promise, signal)
}
