/**
 * Whether a codec was closed only because nobody used it for a while, as browsers do in tabs in the background
 * (https://www.w3.org/TR/webcodecs/#resource-reclamation): another one may go on.
 */
export const isReclaimed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError' && /reclaimed/i.test(error.message)
