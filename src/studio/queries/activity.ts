import { queryOptions } from '@tanstack/react-query'
import type { Activity, ActivityLog } from '#service/activity.ts'

export const activityKey = ['activity'] as const

/** The activity log, newest entry first. */
export const activityList = (activityLog: ActivityLog) =>
  queryOptions<readonly Activity[]>({
    queryKey: activityKey,
    queryFn: () => activityLog.list(),
    staleTime: 0,
    networkMode: 'always',
    structuralSharing: (before, now) =>
      keepThumbnails(before as readonly Activity[] | undefined, now as readonly Activity[]),
  })

/** Keeps the thumbnails that are shown: each read of the log makes new Blobs, and new images would flicker. */
const keepThumbnails = (
  before: readonly Activity[] | undefined,
  now: readonly Activity[],
): readonly Activity[] => {
  const known = new Map(before?.map(({ id, thumbnail }) => [id, thumbnail]))
  return now.map((activity) => {
    const shown = known.get(activity.id)
    return shown && shown.size === activity.thumbnail?.size ? { ...activity, thumbnail: shown } : activity
  })
}
