import type { BareReason, Reason } from '#contract/error-reasons.ts'
import { type Abort, isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'

/**
 * The error for a video that cannot be read (D-3). A cause that is a `ServiceError` or an abort is returned unchanged,
 * because it says more.
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
 * Whether the browser closed a codec that was idle, as it does in background tabs (W3C, WebCodecs, Resource
 * Reclamation); a new codec may continue.
 */
export const isReclaimed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError' && /reclaimed/i.test(error.message)
