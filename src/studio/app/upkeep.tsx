import { Fragment, useEffect } from 'react'
import { batchPercent, endText, throughCount } from '#studio/features/batch/batch-files.ts'
import { type BatchPage, useBatch } from '#studio/features/batch/batch-page.ts'
import type { MediaKind, PageList } from '#studio/items/media-kind.ts'
import { useTabProgress } from '#studio/items/tab-progress.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { useAccountRefresh } from '#studio/queries/activity.ts'
import { useAnnounce } from '#studio/state/use-studio.ts'

const texts = messages.batch

type Props = { readonly kinds: readonly MediaKind[] }

/** Follows items and work while the page is shown; it renders nothing. */
export const Upkeep = ({ kinds }: Props) => (
  <>
    <AccountRefresh />
    {kinds.map(({ name, upkeep }) => (
      <Fragment key={name}>{upkeep}</Fragment>
    ))}
  </>
)

/** A separate component, so that a change of the activity log renders nothing else. */
function AccountRefresh() {
  useAccountRefresh()
  return null
}

/** Shows the progress of the work in the tab. It has no error boundary of its own: an error here fails the page. */
export function TabProgress({ list, page }: { readonly list: PageList; readonly page: BatchPage }) {
  useTabProgress(list, useBatchTab(page))
  return null
}

/**
 * The tab's text for an unfinished batch; null without one. The badge of an installed studio counts the files that are
 * left.
 */
function useBatchTab(page: BatchPage): { readonly title: string; readonly percent: number | null } | null {
  const batch = useBatch(page)
  const isRunning = batch?.phase === 'running' || batch?.phase === 'listing'
  const left = batch && isRunning ? batch.files.length - throughCount(batch.files) : 0
  useEffect(() => {
    // Without a place for a badge, the functions are missing or reject.
    void (left > 0 ? navigator.setAppBadge?.(left) : navigator.clearAppBadge?.())?.catch(() => {})
  }, [left])
  const announce = useAnnounce()
  const ended = batch?.phase === 'ended' ? endText(batch) : null
  useEffect(() => {
    if (ended) announce(ended)
  }, [announce, ended])
  if (!batch || batch.phase === 'ended' || batch.phase === 'watching') return null
  const percent = batchPercent(batch)
  const timeLeft = isRunning && batch.secondsLeft !== null ? formatTimeLeft(batch.secondsLeft) : null
  const title =
    batch.phase === 'paused'
      ? texts.tabPaused(batch.name)
      : texts.tabTitle(percent ?? 0, batch.name, timeLeft)
  return { title, percent }
}
