import { type ErrorBody, isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import { isMemoryFault } from './memory-fault.ts'

/**
 * How a call ended, as plain data. An exception that crosses a worker keeps only its message, so the
 * body of a `ServiceError` crosses as a value and is made an error again on the other side.
 */
export type Reply<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'error'; readonly body: ErrorBody; readonly cause: string; readonly exhausted: boolean }
  | { readonly kind: 'aborted' }

/** Runs `work` and tells how it ended; never rejects. `exhausted`: the worker needs a successor. */
export const guard = async <T>(work: () => Promise<T>): Promise<Reply<T>> => {
  try {
    return { kind: 'answer', answer: await work() }
  } catch (thrown) {
    const error = toServiceError(thrown)
    if (isAbort(error)) return { kind: 'aborted' }
    return { kind: 'error', body: error.toBody(), cause: causeOf(error), exhausted: isMemoryFault(thrown) }
  }
}

/** The answer, or the error that the worker threw. */
export const unwrap = <T>(reply: Reply<T>): T => {
  switch (reply.kind) {
    case 'answer':
      return reply.answer
    case 'error':
      throw Object.assign(ServiceError.fromBody(reply.body), reply.cause && { cause: new Error(reply.cause) })
    case 'aborted':
      throw new DOMException('The call was cancelled', 'AbortError')
  }
}

/** The innermost reason in words, for whoever looks into a failure; never shown. */
const causeOf = (error: Error): string => {
  let innermost = ''
  for (let cause = error.cause, depth = 0; cause !== undefined && depth < 8; depth++) {
    innermost = String(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return innermost
}
