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

/** Follows items and work for as long as the page is shown; it shows nothing. */
export const Upkeep = ({ kinds }: Props) => (
  <>
    <AccountRefresh />
    {kinds.map(({ name, upkeep }) => (
      <Fragment key={name}>{upkeep}</Fragment>
    ))}
  </>
)

/** A component of its own, so that a change of the activity log renders nothing else again. */
function AccountRefresh() {
  useAccountRefresh()
  return null
}

/** Shows the progress of the work in the tab. It is a part of the page, which fails where it fails. */
export function TabProgress({ list, page }: { readonly list: PageList; readonly page: BatchPage }) {
  useTabProgress(list, useBatchTab(page))
  return null
}

/**
 * What the tab shows of a batch that is not at its end; null where there is none. The icon of an installed studio
 * counts the files that are left.
 */
function useBatchTab(page: BatchPage): { readonly title: string; readonly percent: number | null } | null {
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
  const timeLeft = isRunning && batch.secondsLeft !== null ? formatTimeLeft(batch.secondsLeft) : null
  const title =
    batch.phase === 'paused'
      ? texts.tabPaused(batch.name)
      : texts.tabTitle(percent ?? 0, batch.name, timeLeft)
  return { title, percent }
}
