import { isAbort, type ServiceError, toServiceError } from '#contract/service-error.ts'
import { CopyRefused, PlaceRefused, ShareNeedsClick } from '#library/sink.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'

/** Why a result was not saved, copied or shared; null if the user cancelled. */
export const saveFailure = (thrown: unknown): string | null => failureOf(thrown, errorSentence)

/** The same, with `sentence` for the text of an error. */
export const failureOf = (thrown: unknown, sentence: (error: ServiceError) => string): string | null => {
  if (thrown instanceof CopyRefused) return messages.image.actions.copyRefused
  if (thrown instanceof ShareNeedsClick) return messages.saving.shareAgain
  if (thrown instanceof PlaceRefused) return messages.saving.placeRefused
  const error = toServiceError(thrown)
  return isAbort(error) ? null : sentence(error)
}

/** Why there is no ZIP of all results; null if it was cancelled. */
export const saveAllFailure = (thrown: unknown): string | null =>
  failureOf(thrown, (error) => messages.app.saveAll.fault(errorSentence(error)))
