import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Activity } from '#service/activity.ts'
import { refetchAccount } from '#studio/queries/account.ts'
import { activityKey, activityList } from '#studio/queries/activity.ts'
import { useActivityLog, useConnection, useService } from './use-service.ts'

/** Running work changes the log many times a second; it is read again at most this often. */
const readEveryMs = 150
/** A long log takes longer to read: after a read the page rests so many times as long as that took. */
const rest = 10

/** The activity log, newest first; undefined until it was read. `useActivityUpdates` keeps it up to date. */
export const useActivityList = (): readonly Activity[] | undefined =>
  useQuery(activityList(useActivityLog())).data

/** Reads the activity log again when it has changed. */
function useActivityUpdates(): void {
  const activityLog = useActivityLog()
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
 * For the whole page: keeps the activity log up to date, and reads the account of a service again whenever the log
 * shows that it charged or refunded credits.
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
