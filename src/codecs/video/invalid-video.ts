import { type Abort, isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'

/** The one answer to a video that cannot be read (D-3): what thrown errors become, those that say more excepted. */
export const invalidVideo = (what: string, cause?: unknown): ServiceError | Abort =>
  isAbort(cause) || isServiceError(cause)
    ? cause
    : new ServiceError('invalid_video', {
        message: `${what} Use an MP4, MOV, WebM, M4V, MKV or animated GIF that plays elsewhere.`,
        ...(cause === undefined
          ? {}
          : { cause, details: cause instanceof Error ? cause.message : String(cause) }),
      })
