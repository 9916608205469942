import { isErrorReason } from '#contract/error-reasons.ts'
import { type FileKind, isFileKind } from '#contract/file-kinds.ts'
import { creditsForImage } from '#contract/limits.ts'
import type { Activity } from '#service/activity.ts'
import { type ErrorText, errorSentence, errorText, type ShownError } from '#studio/messages/error-text.ts'
import { formatTimeUntil } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = messages.account.activity

/** The displayed state of a request: its own, `cancelled`, or `expired` after its result is deleted. */
export type ShownState = Activity['state'] | 'cancelled'

export const shownState = ({ state, job, error, kept }: Activity, now: number): ShownState => {
  if (state === 'failed' && (job ? job.error?.code === 'cancelled' : !error)) return 'cancelled'
  const expires = job?.expires_at
  if (state === 'completed' && expires && !kept && Date.parse(expires) <= now) return 'expired'
  return state
}

/** Whether a request is unfinished. */
export const isUnfinished = (state: ShownState): boolean =>
  state === 'sending' || state === 'queued' || state === 'processing'

/** `Working, 62 %`, `Done`; `progress` is 0 to 1. */
export const stateText = (state: ShownState, progress: number): string =>
  isUnfinished(state) && state !== 'queued' && progress > 0
    ? texts.stateAt(texts.states[state], Math.round(progress * 100))
    : texts.states[state]

/** `35 credits`, `35 credits, given back`, `Free, worth 5 credits`; empty while the cost is unknown. */
export const costText = (activity: Activity, isMetered: boolean): string => {
  const { credits, refunded, state } = activity
  const { cost } = texts
  if (credits === 0 && isUnfinished(state)) return ''
  if (credits === 0) return isMetered ? cost.none : cost.free
  if (!isMetered) return refunded >= credits ? cost.free : cost.freeWorth(credits - refunded)
  if (refunded >= credits) return cost.returned(credits)
  return refunded > 0 ? cost.partlyReturned(credits, refunded) : messages.counts.credits(credits)
}

/** `expires in 5 h 12 min`, `kept on this device`; null if nothing expires. */
export const expiryText = (activity: Activity, now: number): string | null => {
  if (activity.kept) return texts.kept
  const expires = activity.job?.expires_at
  const left = expires && activity.state === 'completed' ? formatTimeUntil(expires, now) : null
  return left && texts.expiresIn(left)
}

/** The host of a service, or `this device`. */
export const serviceLabel = (service: string): string =>
  URL.canParse(service) ? new URL(service).host : texts.thisDevice

/** Why a request failed and its remedy; null if it did not fail. */
export const activityError = (
  { error, job, kind }: Activity,
  isMetered: boolean,
): Pick<ErrorText, 'title' | 'help'> | null => {
  const cause = job?.error ?? error
  if (!cause || cause.code === 'cancelled') return null
  if (isMetered) return errorText(cause, { at: 'service', kind })
  const text = errorText(cause, kind === 'image' ? { at: 'image', fileKind: kindOf(cause) } : { at: 'video' })
  // The sentence of a code is less precise than the texts of the page.
  return isErrorReason(cause.reason ?? '') ? { ...text, help: errorSentence(cause) } : text
}

/** The kind of the refused file, or `unknown` if the error does not contain it. */
const kindOf = ({ params }: ShownError): FileKind => {
  const kind = params && 'kind' in params ? params.kind : ''
  return isFileKind(kind) ? kind : 'unknown'
}

/** The credits for repeating a request; null if the service never reported them. */
export const repeatCost = ({ kind, job }: Activity): number | null =>
  kind === 'image' ? creditsForImage : (job?.credits ?? null)

/** A warning if repeating a request may be charged twice; otherwise null (D-53). */
export const repeatWarning = ({ kind, job, error, state }: Activity): string | null => {
  if (kind !== 'video' || job || state !== 'failed') return null
  const isUncharged = error !== null && !uncertainCodes.includes(error.code)
  return isUncharged ? null : texts.repeat.mayChargeTwice
}

/** After these errors, and after a cancel, the service may still have accepted the video. */
const uncertainCodes: readonly string[] = ['internal_server_error', 'upstream_error']
