/**
 * Every error code of the contract (Spec, Errors), with its status and whether the same request may
 * succeed when it is sent again. Video codes answer 400 (D-5).
 */
export const errorCodes = {
  validation_error: { status: 400, retryable: false },
  missing_image: { status: 400, retryable: false },
  image_too_large: { status: 400, retryable: false },
  video_too_large: { status: 400, retryable: false },
  video_too_long: { status: 400, retryable: false },
  invalid_video: { status: 400, retryable: false },
  authentication_error: { status: 401, retryable: false },
  payment_required: { status: 402, retryable: false },
  permission_denied: { status: 403, retryable: false },
  job_not_found: { status: 404, retryable: false },
  rate_limit_exceeded: { status: 429, retryable: true },
  internal_server_error: { status: 500, retryable: true },
  upstream_error: { status: 502, retryable: true },
} as const

export type ErrorCode = keyof typeof errorCodes

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code)
