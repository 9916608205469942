/**
 * All error codes (Spec, Errors) with status, whether a retry may succeed, and the message for errors without a reason:
 * what happened, then what to do. Video codes have status 400 (D-5).
 */
export const errorCodes = {
  validation_error: {
    status: 400,
    retryable: false,
    message: 'Something in the request is not as it should be. Correct what is listed and send it again.',
  },
  missing_image: {
    status: 400,
    retryable: false,
    message:
      'There is no image in the request. Send a JPEG, PNG or WebP file in the form field image_file, as multipart/form-data.',
  },
  image_too_large: {
    status: 400,
    retryable: false,
    message: 'The image is too large. Send one of at most 20 MB, 100 megapixels and 32,767 pixels a side.',
  },
  video_too_large: {
    status: 400,
    retryable: false,
    message: 'The video is too large. Upload at most 100 MB, or give a link to at most 500 MB.',
  },
  video_too_long: {
    status: 400,
    retryable: false,
    message: 'The video is too long. Send at most 5 minutes.',
  },
  invalid_video: {
    status: 400,
    retryable: false,
    message: 'This file cannot be read as a video. Send an MP4, MOV, WebM, M4V, MKV or animated GIF file.',
  },
  authentication_error: {
    status: 401,
    retryable: false,
    message: 'The API key is missing or unknown. Check the key in the settings.',
  },
  payment_required: {
    status: 402,
    retryable: false,
    message: 'There are not enough credits for this. Add credits or wait for the next billing cycle.',
  },
  permission_denied: {
    status: 403,
    retryable: false,
    message: 'This API key may not be used. Its account is suspended or the key was revoked.',
  },
  job_not_found: {
    status: 404,
    retryable: false,
    message: 'There is no such video job. Results are kept for 24 hours; send the video again.',
  },
  rate_limit_exceeded: {
    status: 429,
    retryable: true,
    message: 'Too many requests in a short time. Wait a moment and try again.',
  },
  internal_server_error: {
    status: 500,
    retryable: true,
    message: 'Something went wrong while working on this. Try again.',
  },
  upstream_error: {
    status: 502,
    retryable: true,
    message: 'A part that the work depends on could not be reached. Try again in a moment.',
  },
} as const

/** An error code of the API. */
export type ErrorCode = keyof typeof errorCodes

/** Whether the API has this code: a service may answer with another. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code)

/** The messages of codes, for errors without a reason. */
export const codeSentences = Object.fromEntries(
  Object.entries(errorCodes).map(([code, { message }]) => [code, message]),
) as Readonly<Record<ErrorCode, string>>
