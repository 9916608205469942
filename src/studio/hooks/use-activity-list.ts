import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Activity } from '#service/activity.ts'
import { refetchAccount } from '#studio/queries/account.ts'
import { activityKey, activityList } from '#studio/queries/activity.ts'
import { useActivityLog, useConnection, useService } from './use-service.ts'

/** Running work changes the list many times a second; it is read again at most this often. */
const readEveryMs = 150

/** The activity log, newest first, kept up to date; undefined until it was read. */
export function useActivityList(): readonly Activity[] | undefined {
  const activityLog = useActivityLog()
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      void client.invalidateQueries({ queryKey: activityKey })
    }
    const leave = activityLog.watch(() => {
      timer ??= setTimeout(read, readEveryMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [activityLog, client])
  return useQuery(activityList(activityLog)).data
}

/** Reads the account of a service again whenever the activity log shows that it charged or refunded credits. */
export function useAccountRefresh(): void {
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
