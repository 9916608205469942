import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Activity } from '#service/activity.ts'
import { activityKey, activityList } from '#studio/queries/activity.ts'
import { useActivity } from './use-activity.ts'

/** Running work changes the list many times a second; it is read this often at most, in milliseconds. */
const readEveryMs = 150

/** Everything that was done, newest first, kept up to date; undefined until it was read. */
export function useActivityList(): readonly Activity[] | undefined {
  const ledger = useActivity()
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      void client.invalidateQueries({ queryKey: activityKey })
    }
    const leave = ledger.watch(() => {
      timer ??= setTimeout(read, readEveryMs)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [ledger, client])
  return useQuery(activityList(ledger)).data
}
