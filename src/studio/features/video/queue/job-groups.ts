import type { DeviceJob } from '#service/background-service.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import { cancelledCode, type VideoItem } from './video-item.ts'

/**
 * Jobs of one video, newest first, made one item each video: formats of the same clip stand together. One
 * that was cancelled never hides a result.
 */
export const itemsFrom = (jobs: readonly DeviceJob[], place: RunLocation): readonly VideoItem[] => {
  const groups: DeviceJob[][] = []
  for (const job of jobs) {
    const group = groups.find(([first]) => first && isSameVideo(first, job))
    if (group) group.push(job)
    else groups.push([job])
  }
  return groups.flatMap((group) => {
    const last = group.filter(isCancelled)
    const ordered = [...group.filter((entry) => !isCancelled(entry)), ...last]
    return ordered[0] ? [toItem(ordered[0], ordered, place)] : []
  })
}

const toItem = ({ job, name }: DeviceJob, group: readonly DeviceJob[], place: RunLocation): VideoItem => ({
  id: `item-of-${job.id}`,
  name,
  file: null,
  url: null,
  facts: null,
  trim: null,
  place,
  jobs: group.map(({ job, options, pause }) => ({
    job,
    options,
    trim: null,
    place,
    source: null,
    ...(pause && { pause }),
  })),
  isStarting: false,
  isUnsure: false,
  usedBefore: null,
  isStopped: false,
  isEditing: false,
  isFromBefore: true,
  isExpired: false,
  progress: null,
  run: null,
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
