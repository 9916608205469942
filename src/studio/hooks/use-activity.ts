import { createContext, use } from 'react'
import type { ActivityLog } from '#service/activity.ts'

export const ActivityContext = createContext<ActivityLog | null>(null)

/** The list of what was done, here and at the connected service. */
export function useActivity(): ActivityLog {
  const ledger = use(ActivityContext)
  if (!ledger) throw new Error('useActivity outside of Providers')
  return ledger
}
