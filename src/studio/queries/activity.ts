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
    structuralSharing: false,
  })

const withName = (activity: Activity): Activity =>
  activity.name ? activity : { ...activity, name: messages.account.activity.nameless[activity.kind] }
