import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Activity, ActivityLog } from '#service/activity.ts'
import { messages } from '#studio/messages/messages.ts'
import { useConnection, useService, useStudio } from '#studio/state/use-studio.ts'
import { refetchAccount } from './account.ts'

/** The key of all queries of the activity log. */
const activityKey = ['activity'] as const

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

/** The least time between reads, because running work changes the log many times a second. */
const readEveryMs = 150
/** The pause after a read, as a multiple of its duration, because a long log takes longer to read. */
const rest = 10

/** The activity log, newest first; undefined until it was read. `useActivityUpdates` keeps it up to date. */
export const useActivityList = (): readonly Activity[] | undefined =>
  useQuery(activityList(useStudio().activityLog)).data

/** Reads the activity log again after changes. */
function useActivityUpdates(): void {
  const activityLog = useStudio().activityLog
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let pauseMs = readEveryMs
    const read = async () => {
      timer = undefined
      const began = performance.now()
      await client.invalidateQueries({ queryKey: activityKey })
      pauseMs = Math.max(readEveryMs, rest * (performance.now() - began))
    }
    const leave = activityLog.watch(() => {
      timer ??= setTimeout(() => void read(), pauseMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [activityLog, client])
}

/**
 * Used once a page: keeps the activity log up to date, and reads the account again after the log shows charged or
 * refunded credits.
 */
export function useAccountRefresh(): void {
  useActivityUpdates()
  const client = useQueryClient()
  const device = useService()
  const { service } = useConnection()
  const list = useActivityList()
  const known = useRef(new Map<string, number>())
  useEffect(() => {
    for (const each of service ? [device, service] : [device]) {
      const spent = list
        ?.filter((activity) => activity.service === each.id)
        .reduce((sum, { credits, refunded }) => sum + credits - refunded, 0)
      const before = known.current.get(each.id)
      if (spent === undefined || spent === before) continue
      known.current.set(each.id, spent)
      if (before !== undefined) void refetchAccount(client, each)
    }
  }, [client, device, service, list])
}
