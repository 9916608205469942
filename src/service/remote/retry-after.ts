import type { WireAnswer } from './transport.ts'
import { isPassing } from './with-retries.ts'

/** How long an answer asks to wait, in seconds. Null where nothing asks for it, and for a status that is never asked again (D-53). */
export const retryAfterOf = (answer: Pick<WireAnswer, 'status' | 'headers'>, now: Date): number | null =>
  isPassing(answer) ? secondsOfRetryAfter(answer.headers.get('Retry-After'), now) : null

/**
 * The seconds that a `Retry-After` header asks to wait: a number of them, or a date (RFC 9110, 10.2.3). Null
 * where there is none, where CORS hides it, and for anything else.
 */
export const secondsOfRetryAfter = (header: string | null, now: Date): number | null => {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  // A date has letters; `Date.parse` would take much else for one.
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000)
}
