import { isTerminal } from '#contract/job.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import type { Activity } from '#service/activity.ts'
import type { DeviceJob } from '#service/background-service.ts'
import { emptyHistory } from '#studio/edit/edit-history.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import type { VideoRecipe } from '#studio/state/video-recipe.ts'
import { cancelledCode, type VideoItem } from './video-item.ts'

/**
 * Groups jobs into one item for each video, so that all formats of a video are together, with the settings of
 * the newest. Both orders are newest
 * first, but cancelled jobs come last in their item, so that they never hide a result.
 */
export const itemsFromJobs = (
  jobs: readonly DeviceJob[],
  runLocation: RunLocation,
  recipeOf: (job: DeviceJob) => VideoRecipe,
): readonly VideoItem[] => {
  const groups: DeviceJob[][] = []
  for (const job of jobs) {
    const group = groups.find(([first]) => first && isSameVideo(first, job))
    if (group) group.push(job)
    else groups.push([job])
  }
  return groups.flatMap((group) => {
    const last = group.filter(isCancelled)
    const ordered = [...group.filter((entry) => !isCancelled(entry)), ...last]
    return ordered[0] ? [{ ...toItem(ordered[0], ordered, runLocation), recipe: recipeOf(ordered[0]) }] : []
  })
}

const toItem = (
  { job, name }: DeviceJob,
  group: readonly DeviceJob[],
  runLocation: RunLocation,
): Omit<VideoItem, 'recipe'> => ({
  id: `item-of-${job.id}`,
  kind: 'video',
  name,
  file: null,
  url: null,
  facts: null,
  trim: null,
  edits: emptyHistory,
  runLocation,
  jobs: group.map(({ job, options, parts, edits, hasMatte, alphaHash, pause }) => ({
    job,
    options,
    ...(parts && { parts }),
    ...(edits && { edits }),
    ...(hasMatte && { hasMatte }),
    ...(alphaHash !== undefined && { isAlphaGiven: true }),
    trim: null,
    runLocation,
    source: null,
    ...(pause && { pause }),
  })),
  isStarting: false,
  startsOn: null,
  isOutcomeUnknown: false,
  usedCreditsBefore: null,
  isStopped: false,
  isEditing: false,
  isRestored: true,
  isExpired: false,
  progress: null,
  error: null,
})

const isCancelled = ({ job }: DeviceJob): boolean => job.error?.code === cancelledCode

/** A job does not name its file, so the file name and all measured properties are compared. */
const isSameVideo = (a: DeviceJob, b: DeviceJob): boolean =>
  a.name === b.name &&
  a.job.frames === b.job.frames &&
  a.job.width === b.job.width &&
  a.job.height === b.job.height &&
  a.job.duration_seconds === b.job.duration_seconds

/** A video that was sent to a service, from the activity log. */
export type SentVideo = DeviceJob & { readonly isExpired: boolean }

/**
 * The sent videos of the activity log, newest first: jobs of `service` that still run, and results of any service.
 * `device` is the id of this device's own service, whose jobs are listed otherwise. Options that a job does not
 * report have their defaults.
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

/** Whether a sent video is added to a list that does not have it yet. */
export const isWorthShowing = ({ job, isExpired }: SentVideo): boolean =>
  !isExpired && job.status !== 'failed'
