import { useEffect } from 'react'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { batchPercent, endText, throughCount } from './batch-files.ts'
import type { BatchPage } from './batch-page.ts'
import { useBatch } from './use-batch.ts'

const texts = messages.batch

/**
 * What the tab shows of a batch that is not at its end; null where there is none. The icon of an installed studio counts the files that
 * are left.
 */
export function useBatchTab(
  page: BatchPage,
): { readonly title: string; readonly percent: number | null } | null {
  const batch = useBatch(page)
  const isRunning = batch?.phase === 'running' || batch?.phase === 'listing'
  const left = batch && isRunning ? batch.files.length - throughCount(batch.files) : 0
  useEffect(() => {
    // Browsers without a badge, and pages that are not installed, have nothing to show it on.
    void (left > 0 ? navigator.setAppBadge?.(left) : navigator.clearAppBadge?.())?.catch(() => {})
  }, [left])
  const announce = useAnnounce()
  const ended = batch?.phase === 'ended' ? endText(batch) : null
  useEffect(() => {
    if (ended) announce(ended)
  }, [announce, ended])
  if (!batch || batch.phase === 'ended' || batch.phase === 'watching') return null
  const percent = batchPercent(batch)
  const timeLeft = isRunning && batch.msLeft !== null ? formatTimeLeft(batch.msLeft / 1000) : null
  const title =
    batch.phase === 'paused'
      ? texts.tabPaused(batch.name)
      : texts.tabTitle(percent ?? 0, batch.name, timeLeft)
  return { title, percent }
}
