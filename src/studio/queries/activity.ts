import { queryOptions } from '@tanstack/react-query'
import type { Activity, ActivityLog } from '#service/activity.ts'
import { messages } from '#studio/messages/messages.ts'

/** The key of all queries of the activity log. */
export const activityKey = ['activity'] as const

/** The activity log, newest entry first; entries of files without a name get one. */
export const activityList = (activityLog: ActivityLog) =>
  queryOptions<readonly Activity[]>({
    queryKey: activityKey,
    queryFn: async () => (await activityLog.list()).map(withName),
    staleTime: 0,
    networkMode: 'always',
    structuralSharing: (before, now) =>
      keepThumbnails(before as readonly Activity[] | undefined, now as readonly Activity[]),
  })

const withName = (activity: Activity): Activity =>
  activity.name ? activity : { ...activity, name: messages.account.activity.nameless[activity.kind] }

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
