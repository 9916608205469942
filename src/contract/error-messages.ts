import type { ErrorCode } from './error-codes.ts'

/** Each code in plain words: what happened, then what to do. */
export const errorMessages: Readonly<Record<ErrorCode, string>> = {
  validation_error:
    'Something in the request is not as it should be. Correct what is listed and send it again.',
  missing_image:
    'There is no image in the request. Send a JPEG, PNG or WebP file in the form field image_file, as multipart/form-data.',
  image_too_large:
    'The image is too large. Send one of at most 20 MB, 100 megapixels and 32,767 pixels a side.',
  video_too_large: 'The video is too large. Upload at most 100 MB, or give a link to at most 500 MB.',
  video_too_long: 'The video is too long. Send at most 5 minutes.',
  invalid_video:
    'This file cannot be read as a video. Send an MP4, MOV, WebM, M4V, MKV or animated GIF file.',
  authentication_error: 'The API key is missing or unknown. Check the key in the settings.',
  payment_required: 'There are not enough credits for this. Add credits or wait for the next billing cycle.',
  permission_denied: 'This API key may not be used. Its account is suspended or the key was revoked.',
  job_not_found: 'There is no such video job. Results are kept for 24 hours; send the video again.',
  rate_limit_exceeded: 'Too many requests in a short time. Wait a moment and try again.',
  internal_server_error: 'Something went wrong while working on this. Try again.',
  upstream_error: 'A part that the work depends on could not be reached. Try again in a moment.',
}
