import { untilAborted } from './promises.ts'

/** The worker's script failed to load, as on a page that went offline. */
export class WorkerNotLoaded extends Error {
  override readonly name = 'WorkerNotLoaded'
}

/**
 * Sends a worker one message, resolves with its answer, and always terminates it: nothing else stops its computation
 * and frees its memory. Rejects as `askOpenWorker`.
 */
export const askWorker = async <A>(worker: Worker, question: unknown, signal?: AbortSignal): Promise<A> => {
  try {
    return await askOpenWorker(worker, question, signal)
  } finally {
    worker.terminate()
  }
}

/**
 * Sends one message to a worker that stays open. It answers one message at a time; the caller terminates it. Rejects
 * with the reason of `signal`, with `WorkerNotLoaded`, or with an Error if the worker fails.
 */
export const askOpenWorker = async <A>(
  worker: Worker,
  question: unknown,
  signal?: AbortSignal,
): Promise<A> => {
  const { promise, resolve, reject } = Promise.withResolvers<A>()
  worker.onmessage = ({ data }: MessageEvent<A>) => resolve(data)
  // A script that failed to load causes an event without a message.
  worker.onerror = ({ message }) =>
    reject(message ? new Error(`The worker failed: ${message}`) : new WorkerNotLoaded())
  worker.postMessage(question)
  return await untilAborted(promise, signal)
}
