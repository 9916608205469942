import { createContext, use } from 'react'
import type { ZipReport } from '#studio/media/zip-results.ts'

export type SavingCall = {
  readonly signal: AbortSignal
  readonly onReport: (report: ZipReport) => void
}

export type Saved = {
  /** `3 files saved as clearcut.zip` */
  readonly said: string
  /** What was left out and why, in sentences; empty where nothing was. */
  readonly notes: string
}

/** The way to everything that is finished, also for a part of the page that shows nothing else any more. */
export type Rescue = {
  /** How many files there are to save. */
  readonly count: () => number
  /** Saves them in one ZIP. Rejects with an `AbortError` on abort, and where no ZIP can be made. */
  readonly save: (call: SavingCall) => Promise<Saved>
}

export const RescueContext = createContext<Rescue | null>(null)

export function useRescue(): Rescue {
  const rescue = use(RescueContext)
  if (!rescue) throw new Error('useRescue outside of the App')
  return rescue
}
