import { Fragment } from 'react'
import type { BatchPage } from '#studio/features/batch/batch-page.ts'
import { useBatchTab } from '#studio/features/batch/use-batch-tab.ts'
import { useAccountRefresh } from '#studio/hooks/use-activity-list.ts'
import type { MediaKind, PageList } from '#studio/items/media-kind.ts'
import { useTabProgress } from '#studio/items/tab-progress.ts'

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
