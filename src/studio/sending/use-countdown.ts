import { useEffect, useState } from 'react'
import type { Retry } from '#contract/progress.ts'
import { useNow } from '#studio/hooks/use-now.ts'

/** Seconds until the next try begins, counted from when it was heard of; 0 once it is due. */
export function useCountdown(retry: Retry | null): number {
  const [heard, setHeard] = useState<{ readonly retry: Retry; readonly atMs: number } | null>(null)
  useEffect(() => setHeard(retry && { retry, atMs: Date.now() }), [retry])
  const now = useNow(250, retry !== null)
  if (!retry) return 0
  const passed = heard?.retry === retry ? Math.max(0, now - heard.atMs) / 1000 : 0
  return Math.max(0, retry.seconds - passed)
}
