import { creditsForImage } from '#contract/limits.ts'
import type { Activity } from '#service/activity.ts'
import { formatTimeUntil } from '#studio/messages/format-time.ts'
import { creditsText } from '#studio/sending/sending-text.ts'
import { serviceErrorWords } from '#studio/sending/service-error-words.ts'

/** What became of an entry: its own state, or `cancelled`, or `expired` by the clock. */
export type ShownState = Activity['state'] | 'cancelled'

export const shownState = ({ state, job, error, isKept }: Activity, now: number): ShownState => {
  if (state === 'failed' && (job ? job.error?.code === 'cancelled' : !error)) return 'cancelled'
  const expires = job?.expires_at
  if (state === 'completed' && expires && !isKept && Date.parse(expires) <= now) return 'expired'
  return state
}

export const isUnfinished = (state: ShownState): boolean =>
  state === 'sending' || state === 'queued' || state === 'processing'

const words: Readonly<Record<ShownState, string>> = {
  sending: 'Sending',
  queued: 'Waiting for its turn',
  processing: 'Working',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** `Working, 62 %`, `Done` */
export const stateText = (state: ShownState, progress: number): string =>
  isUnfinished(state) && state !== 'queued' && progress > 0
    ? `${words[state]}, ${Math.round(progress * 100)} %`
    : words[state]

/** What it cost, or would have cost; nothing while that is not known: `35 credits`, `35 credits, given back`, `Free, worth 5 credits`. */
export const costText = (activity: Activity, isMetered: boolean): string => {
  const { credits, refunded, state } = activity
  if (credits === 0 && isUnfinished(state)) return ''
  if (credits === 0) return isMetered ? 'No credits' : 'Free'
  if (!isMetered) return refunded >= credits ? 'Free' : `Free, worth ${creditsText(credits - refunded)}`
  if (refunded >= credits) return `${creditsText(credits)}, given back`
  return refunded > 0 ? `${creditsText(credits)}, ${refunded} given back` : creditsText(credits)
}

/** `expires in 5 h 12 min`, `kept on this device`; null where nothing is to expire. */
export const expiryText = (activity: Activity, now: number): string | null => {
  if (activity.isKept) return 'kept on this device'
  const expires = activity.job?.expires_at
  const left = expires && activity.state === 'completed' ? formatTimeUntil(expires, now) : null
  return left && `expires in ${left}`
}

/** Where it ran, for people: `this device`, or the host of the service. */
export const serviceLabel = (service: string): string =>
  URL.canParse(service) ? new URL(service).host : 'this device'

/** Why an entry failed and what to do; null where it did not. */
export const activityError = ({ error, job, kind }: Activity, isMetered: boolean) => {
  const fault = job?.error ?? error
  if (!fault || fault.code === 'cancelled') return null
  return isMetered
    ? serviceErrorWords(fault, kind)
    : { title: 'This device could not do it', help: fault.message }
}

/** What it costs to send the same again; null where that was never told. */
export const repeatCost = ({ kind, job }: Activity): number | null =>
  kind === 'image' ? creditsForImage : (job?.credits ?? null)

/** Why sending it again may be paid twice, in a sentence; null where it cannot (D-53). */
export const repeatWarning = ({ kind, job, error, state }: Activity): string | null => {
  if (kind !== 'video' || job || state !== 'failed') return null
  const isSure = error !== null && !uncertainCodes.includes(error.code)
  return isSure
    ? null
    : 'Nobody knows whether the service took this video. If it did, sending it again is charged twice: look at your credits first.'
}

/** After these, and after a cancel, the service may have gone on all the same. */
const uncertainCodes: readonly string[] = ['internal_server_error', 'upstream_error']
