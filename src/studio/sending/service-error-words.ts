import { type ErrorText, errorText, type ShownError } from '#studio/messages/error-text.ts'

export { mayBeAccepted } from '#studio/messages/error-text.ts'

/** The text of an error of the service, for callers that still use this name. */
export const serviceErrorWords = (error: ShownError, kind: 'image' | 'video'): ErrorText =>
  errorText(error, { at: 'service', kind })
