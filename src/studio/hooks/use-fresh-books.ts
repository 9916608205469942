import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetchAccount } from '#studio/queries/account.ts'
import { useActivityList } from './use-activity-list.ts'
import { useConnection } from './use-connection.ts'
import { useService } from './use-service.ts'

/** Reads the books of a service anew whenever the ledger says that it charged something or gave it back. */
export function useFreshBooks(): void {
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
