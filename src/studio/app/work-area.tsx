import { type ReactNode, useMemo } from 'react'
import { laterPart } from '#base/later-part.ts'
import { selectedItem } from '#library/items/item-list.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { ListBar, ListPanel } from '#studio/items/list-panel.tsx'
import { ShownItemContext } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { usePlace } from '#studio/state/use-studio.ts'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'
import { Later } from '#studio/ui/later.tsx'

const text = messages.app

const reviewGrid = laterPart(async () => (await import('#studio/items/review-grid.tsx')).ReviewGrid)

type Props = Pick<KindParts, 'list' | 'review'> & {
  /** Replaces the viewer while no item is selected. */
  readonly empty: ReactNode
}

/** The list, the viewer and the settings, once there are items. */
export function WorkArea({ list, review, empty }: Props) {
  const place = usePlace()
  const item = selectedItem(useStore(list))
  const id = item?.id ?? null
  const shown = useMemo(() => (id === null ? null : { list, id }), [list, id])
  const kind = item && list.kindOf(item)
  const isEditing = place === 'edit' && item !== null && kind?.isEditable(item) === true
  if (place === 'grid')
    return (
      <ErrorBoundary name={text.parts.list} className="flex-1">
        <Later part={reviewGrid} props={{ list, review }} />
      </ErrorBoundary>
    )
  return (
    <div
      className={`flex flex-col stacked:min-h-full sideways:grid sideways:h-full sideways:[container-type:size] ${isEditing ? 'sideways:grid-cols-1' : 'sideways:grid-cols-[minmax(0,1fr)_19.5rem]'} sideways:grid-rows-[max-content_max-content_1fr] sideways:overflow-y-auto sideways:scroll-pt-28 sideways:scroll-pb-16 lg:h-full lg:flex-row`}
    >
      {item ? <h1 className="sr-only">{text.heading(item.name)}</h1> : null}
      <ErrorBoundary name={text.parts.list} className="border-line bg-panel lg:w-64 lg:border-r">
        {/* On phones, one row; hidden while editing, so that the picture gets all the space. */}
        <div
          className={`contents ${isEditing ? 'max-lg:hidden' : 'stacked:flex stacked:items-center stacked:border-b stacked:border-line stacked:bg-panel'}`}
        >
          <ListPanel list={list} review={review} />
          <ListBar list={list} review={review} />
        </div>
      </ErrorBoundary>
      {item && kind ? (
        <ErrorBoundary key={kind.name} name={text.parts.viewer} resetKey={item.id} className="flex-1">
          <ShownItemContext value={shown}>{kind.workspace(item, isEditing)}</ShownItemContext>
        </ErrorBoundary>
      ) : (
        <div className="sideways-viewer min-h-0 min-w-0 flex-1">{empty}</div>
      )}
    </div>
  )
}
