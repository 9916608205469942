import { isTerminal } from '#contract/job.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import type { Activity } from '#service/activity.ts'
import type { DeviceJob } from '#service/background-service.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import { cancelledCode, type VideoItem } from './video-item.ts'

/**
 * Jobs of one video, newest first, made one item each video: formats of the same clip stand together. One
 * that was cancelled never hides a result.
 */
export const itemsFromJobs = (jobs: readonly DeviceJob[], runLocation: RunLocation): readonly VideoItem[] => {
  const groups: DeviceJob[][] = []
  for (const job of jobs) {
    const group = groups.find(([first]) => first && isSameVideo(first, job))
    if (group) group.push(job)
    else groups.push([job])
  }
  return groups.flatMap((group) => {
    const last = group.filter(isCancelled)
    const ordered = [...group.filter((entry) => !isCancelled(entry)), ...last]
    return ordered[0] ? [toItem(ordered[0], ordered, runLocation)] : []
  })
}

const toItem = (
  { job, name }: DeviceJob,
  group: readonly DeviceJob[],
  runLocation: RunLocation,
): VideoItem => ({
  id: `item-of-${job.id}`,
  name,
  file: null,
  url: null,
  facts: null,
  trim: null,
  runLocation,
  jobs: group.map(({ job, options, pause }) => ({
    job,
    options,
    trim: null,
    runLocation,
    source: null,
    ...(pause && { pause }),
  })),
  isStarting: false,
  isOutcomeUnknown: false,
  usedCreditsBefore: null,
  isStopped: false,
  isEditing: false,
  isRestored: true,
  isExpired: false,
  progress: null,
  throughput: null,
  fault: null,
})

const isCancelled = ({ job }: DeviceJob): boolean => job.error?.code === cancelledCode

/** A job does not say which file it is of; its name and all that was measured of it do. */
const isSameVideo = (a: DeviceJob, b: DeviceJob): boolean =>
  a.name === b.name &&
  a.job.frames === b.job.frames &&
  a.job.width === b.job.width &&
  a.job.height === b.job.height &&
  a.job.duration_seconds === b.job.duration_seconds

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
