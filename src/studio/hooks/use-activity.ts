import { createContext, use } from 'react'
import type { ActivityLedger } from '#service/activity.ts'

export const ActivityContext = createContext<ActivityLedger | null>(null)

/** The list of what was done, here and at the connected service. */
export function useActivity(): ActivityLedger {
  const ledger = use(ActivityContext)
  if (!ledger) throw new Error('useActivity outside of Providers')
  return ledger
}
