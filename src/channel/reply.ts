import { isAbort, type PlainError, ServiceError, toServiceError } from '#contract/service-error.ts'
import { isMemoryFault } from './memory-fault.ts'

/**
 * How a call ended, as plain data. An exception that crosses a worker keeps only its message, so a `ServiceError`
 * crosses as plain data and is made an error again on the other side.
 */
export type Reply<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | {
      readonly kind: 'error'
      readonly error: PlainError
      readonly cause: Cause | null
      readonly exhausted: boolean
    }
  | { readonly kind: 'aborted' }

/** Runs `work` and tells how it ended; never rejects. `exhausted`: the worker needs a successor. */
export const guard = async <T>(work: () => Promise<T>): Promise<Reply<T>> => {
  try {
    return { kind: 'answer', answer: await work() }
  } catch (thrown) {
    const error = toServiceError(thrown)
    if (isAbort(error)) return { kind: 'aborted' }
    return { kind: 'error', error: error.toPlain(), cause: causeOf(error), exhausted: isMemoryFault(thrown) }
  }
}

/** The answer, or the error that the worker threw. */
export const unwrap = <T>(reply: Reply<T>): T => {
  switch (reply.kind) {
    case 'answer':
      return reply.answer
    case 'error':
      throw ServiceError.fromPlain(reply.error).with({ cause: reply.cause && revived(reply.cause) })
    case 'aborted':
      throw new DOMException('The call was cancelled', 'AbortError')
  }
}

/** The innermost cause: its name tells a full disk (`QuotaExceededError`), its message is for whoever looks into it. */
type Cause = { readonly name: string; readonly message: string }

const causeOf = (error: Error): Cause | null => {
  let innermost: Cause | null = null
  for (let cause = error.cause, depth = 0; cause !== undefined && depth < 8; depth++) {
    innermost =
      cause instanceof Error
        ? { name: cause.name, message: cause.message }
        : { name: 'Error', message: String(cause) }
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return innermost
}

const revived = ({ name, message }: Cause): Error => Object.assign(new Error(message), { name })
