import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { Collection } from './collection.tsx'
import type { PageList } from './media-kind.ts'
import { ResultCounts } from './result-counts.tsx'
import { ResultTile } from './result-tile.tsx'
import { type ReviewStore, reviewOrders, tileSizes } from './review-state.ts'
import { gridItems, listedGroup } from './reviewed-items.ts'

const texts = messages.review

type Props = { readonly list: PageList; readonly review: ReviewStore }

/**
 * The results as tiles, with controls to choose, sort and size them. The selected tile has the focus; arrow keys, Home
 * and End move it.
 */
export function ReviewGrid({ list, review }: Props) {
  const { items, selectedId } = useStore(list)
  const state = useStore(review)
  const { group: wanted, order, tilePx } = state
  const shown = useMemo(() => gridItems(items, { group: wanted, order }, list), [items, wanted, order, list])
  const group = listedGroup(items, state, list)
  const selected = shown.findIndex(({ id }) => id === selectedId)
  const tabStop = Math.max(0, selected)
  return (
    <section aria-label={texts.title} className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line bg-panel px-2 py-2">
        <div className="flex items-center gap-1.5">
          <IconButton icon={ArrowLeft} label={texts.close} command="review" />
          <h1 className="mr-2 text-sm font-semibold">
            {texts.title} <span className="figures font-normal text-ink-faint">{shown.length}</span>
          </h1>
          <ResultCounts list={list} review={review} />
        </div>
        <div className="flex grow items-center justify-end gap-4">
          <Segmented
            legend={texts.order}
            choices={reviewOrders.map((value) => ({ value, label: texts.orders[value] }))}
            value={order}
            onChange={(next) => review.set((before) => ({ ...before, order: next }))}
          />
          <input
            type="range"
            aria-label={texts.size}
            title={texts.size}
            {...tileSizes}
            value={tilePx}
            onChange={({ currentTarget }) =>
              review.set((before) => ({ ...before, tilePx: currentTarget.valueAsNumber }))
            }
            className="w-32 min-w-0"
          />
        </div>
      </header>
      <Collection
        label={group ? messages.items.list.groups[group](shown.length) : texts.title}
        count={shown.length}
        gapPx={12}
        columnPx={tilePx}
        kept={[tabStop]}
        shown={`${selectedId} ${order} ${tilePx}`}
        current={selected}
        onMove={(to) => shown[to] && list.select(shown[to].id)}
        // On an opaque background Chromium moves painted content on scrolling; otherwise it repaints each frame.
        boxClass="scroll-p-3 overflow-y-auto bg-ground p-3"
        className="flex flex-col"
      >
        {(at, column) => {
          const item = shown[at]
          return item ? (
            <ResultTile
              key={item.id}
              item={item}
              kind={list.kindOf(item)}
              list={list}
              at={at}
              count={shown.length}
              column={column}
              heightPx={tilePx}
              isSelected={at === selected}
              isTabStop={at === tabStop}
            />
          ) : null
        }}
      </Collection>
    </section>
  )
}
