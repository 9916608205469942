import { isAbort, toServiceError } from '#contract/service-error.ts'
import { errorSentence, fieldSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'

const text = messages.intake.link

/** A sentence about why a download failed; null if it was cancelled. */
export const linkFaultText = (thrown: unknown): string | null => {
  const error = toServiceError(thrown)
  if (isAbort(error)) return null
  if (error.code === 'image_too_large') return text.pictureTooLarge
  if (error.code === 'video_too_large') return text.videoTooLarge
  return fieldSentence(error, 'url') ?? errorSentence(error)
}
