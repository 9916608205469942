import { isTerminal } from '#contract/job.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import type { Activity } from '#service/activity.ts'
import type { DeviceJob } from '#service/background-service.ts'

/** A video that was sent, as the ledger has it, newest first. */
export type SentVideo = DeviceJob & { readonly isExpired: boolean }

/**
 * The videos of the ledger that were sent somewhere: those of `service` that go on, and every result that
 * can still be had. `device` is the name of this device's own work, which is no news here. A job does not
 * tell all that was asked of it; what it does not tell is as if nothing had been.
 */
export const sentVideos = (
  list: readonly Activity[],
  {
    device,
    service,
    nowMs,
  }: { readonly device: string; readonly service: string | null; readonly nowMs: number },
): readonly SentVideo[] =>
  list.flatMap((activity) => {
    const { job, name } = activity
    if (activity.kind !== 'video' || activity.service === device || !job) return []
    if (!isTerminal(job) && activity.state !== 'expired' && activity.service !== service) return []
    const isGone = activity.state === 'expired' || Date.parse(job.expires_at ?? '') <= nowMs
    const options = parseVideoOptions({ format: job.format, channels: job.channels })
    return [{ job, name, options, isExpired: isGone && !activity.isKept }]
  })

/** Those that are put on the list of the page when it has never heard of them. */
export const isWorthShowing = ({ job, isExpired }: SentVideo): boolean =>
  !isExpired && job.status !== 'failed'
