import type { BareReason, Reason } from '#contract/error-reasons.ts'
import { type Abort, isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'

/**
 * The one answer to a video that cannot be read (D-3). A cause that is a `ServiceError` or an abort is returned as it
 * is, since it says more.
 */
export const invalidVideo = (reason: BareReason | Reason, cause?: unknown): ServiceError | Abort =>
  isAbort(cause) || isServiceError(cause)
    ? cause
    : new ServiceError('invalid_video', {
        ...(typeof reason === 'string' ? { reason } : reason),
        ...(cause === undefined
          ? {}
          : { cause, details: cause instanceof Error ? cause.message : String(cause) }),
      })

/**
 * Whether a codec was closed only because nobody used it for a while, as browsers do in tabs in the background
 * (https://www.w3.org/TR/webcodecs/#resource-reclamation): another one may go on.
 */
export const isReclaimed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError' && /reclaimed/i.test(error.message)
