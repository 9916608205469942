import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '#studio/state/store.ts'
import { useMediaQuery } from '#studio/state/use-browser-state.ts'
import { Collection } from './collection.tsx'
import { ItemRow } from './item-row.tsx'
import type { PageList } from './media-kind.ts'
import type { ReviewStore } from './review-state.ts'
import { listedItems } from './reviewed-items.ts'

/** The gap between rows. */
const gapPx = 4

type Props = { readonly list: PageList; readonly review: ReviewStore; readonly label: string }

/**
 * The rows in or near the view. The row with the focus, its neighbours and the selected row are always rendered, so
 * that the focus is kept and Tab reaches the next row. Arrow keys, Home and End move the focus; with Shift they choose
 * all rows up to there. The selected row scrolls into view.
 */
export function ItemRows({ list, review, label }: Props) {
  const { items: all, selectedId, chosenIds } = useStore(list)
  const items = listedItems(all, useStore(review), list)
  // Hidden items are not chosen with a range.
  const among = useMemo(
    (): typeof list => ({
      ...list,
      choose: (id, how) => list.choose(id, how, listedItems(list.get().items, review.get(), list)),
    }),
    [list, review],
  )
  const isStrip = useMediaQuery('(width < 64rem)')

  const [focusedId, setFocusedId] = useState<string | null>(null)
  // If the focused row is removed, a neighbour gets the focus.
  const focusedAt = useRef(-1)
  const indexOf = (id: string | null) => items.findIndex((item) => item.id === id)
  const focused = focusedId === null ? -1 : indexOf(focusedId)
  const selected = indexOf(selectedId)
  const center = focused < 0 ? focusedAt.current : focused
  useEffect(() => {
    focusedAt.current = center
  })

  const chosen = new Set(chosenIds)
  return (
    <Collection
      label={label}
      count={items.length}
      gapPx={gapPx}
      isStrip={isStrip}
      kept={[selected, ...(center < 0 ? [] : [center - 1, center, center + 1])]}
      shown={`${selectedId} ${selected < 0}`}
      current={focused}
      onMove={(to, isExtending) => {
        const id = items[to]?.id
        if (id === undefined) return
        flushSync(() => setFocusedId(id))
        if (isExtending) among.choose(id, 'range')
      }}
      onFocusAt={(at) => setFocusedId(items[at]?.id ?? null)}
      boxClass={`overflow-auto stacked:[scrollbar-width:none] ${items.length < 2 && selectedId !== null ? 'max-lg:hidden' : ''}`}
      className="flex px-2 max-lg:w-max max-lg:py-1 lg:flex-col lg:pb-2"
    >
      {(at, _, room) => {
        const item = items[at]
        return item ? (
          <ItemRow
            key={item.id}
            item={item}
            kind={list.kindOf(item)}
            list={among}
            at={at}
            count={items.length}
            isStrip={isStrip}
            {...room}
            isSelected={at === selected}
            isChosen={chosen.size > 0 ? chosen.has(item.id) : null}
          />
        ) : null
      }}
    </Collection>
  )
}
