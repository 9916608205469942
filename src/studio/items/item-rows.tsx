import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMediaQuery } from '#studio/hooks/use-browser-state.ts'
import type { ReviewStore } from '#studio/review/review-state.ts'
import { listedItems } from '#studio/review/reviewed-items.ts'
import { useStore } from '#studio/state/store.ts'
import { ItemRow } from './item-row.tsx'
import type { PageList } from './media-kind.ts'
import { rowsInView, useListView } from './rows-in-view.ts'

/** Between two rows. */
const gapPx = 4

type Props = { readonly list: PageList; readonly review: ReviewStore; readonly label: string }

/**
 * The listed rows that are in view or close to it, however many there are. The row with the focus, those beside it and
 * the selected one are always there, so that no focus is lost and Tab goes on from row to row. Arrow keys, Home and End
 * move the focus; with Shift they choose all up to there. The selected row scrolls into view.
 */
export function ItemRows({ list, review, label }: Props) {
  const { items: all, selectedId, chosenIds } = useStore(list)
  const items = listedItems(all, useStore(review), list)
  // What is hidden is not chosen along the way.
  const among = useMemo(
    (): typeof list => ({
      ...list,
      choose: (id, how) => list.choose(id, how, listedItems(list.get().items, review.get(), list)),
    }),
    [list, review],
  )
  const isColumn = useMediaQuery('(width >= 64rem)')
  const box = useRef<HTMLDivElement>(null)
  const { view, measure } = useListView(box, isColumn, gapPx)

  const [focusedId, setFocusedId] = useState<string | null>(null)
  // When the row with the focus is gone, the focus goes to one that was beside it.
  const focusedAt = useRef(-1)
  const indexOf = (id: string | null) => items.findIndex((item) => item.id === id)
  const focused = focusedId === null ? -1 : indexOf(focusedId)
  const selected = indexOf(selectedId)
  const center = focused < 0 ? focusedAt.current : focused
  useEffect(() => {
    focusedAt.current = center
  })

  const isSelectedListed = selected >= 0
  const { rowPx } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another length lie elsewhere
  useEffect(() => {
    if (!isSelectedListed) return
    const row = box.current?.querySelector('[aria-current=true]')?.closest('li')
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selectedId, isSelectedListed, isColumn, rowPx])

  const rowAt = (at: number) => box.current?.querySelector(`li[aria-posinset="${at + 1}"]`)
  const onFocus = ({ target }: FocusEvent) => {
    const at = Number(target.closest('li')?.getAttribute('aria-posinset')) - 1
    setFocusedId(items[at]?.id ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = targetOf(event.key, isColumn, focused, items.length)
    const id = items[to]?.id
    if (id === undefined) return
    event.preventDefault()
    flushSync(() => setFocusedId(id))
    if (event.shiftKey) among.choose(id, 'range')
    rowAt(to)?.querySelector('button')?.focus({ preventScroll: true })
    rowAt(to)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  const chosen = new Set(chosenIds)
  const rendered = rowsInView(items.length, view, [
    selected,
    ...(center < 0 ? [] : [center - 1, center, center + 1]),
  ])
  return (
    <div
      ref={box}
      onScroll={measure}
      className={`slim-scroll min-h-0 flex-1 overflow-auto stacked:[scrollbar-width:none] ${items.length < 2 && selectedId !== null ? 'max-lg:hidden' : ''}`}
    >
      <ul
        aria-label={label}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="flex px-2 max-lg:w-max max-lg:py-1 lg:flex-col lg:pb-2"
        style={{ gap: gapPx }}
      >
        {rendered.map(({ at, ...room }) => {
          const item = items[at]
          if (!item) return null
          return (
            <ItemRow
              key={item.id}
              item={item}
              kind={list.kindOf(item)}
              list={among}
              at={at}
              count={items.length}
              isColumn={isColumn}
              {...room}
              isSelected={at === selected}
              isChosen={chosen.size > 0 ? chosen.has(item.id) : null}
            />
          )
        })}
      </ul>
    </div>
  )
}

/** The index of the row to which a key moves the focus; -1 for other keys, and where there is none. */
const targetOf = (key: string, isColumn: boolean, at: number, count: number): number => {
  const moves: Readonly<Record<string, number>> = {
    [isColumn ? 'ArrowUp' : 'ArrowLeft']: at - 1,
    [isColumn ? 'ArrowDown' : 'ArrowRight']: at + 1,
    Home: 0,
    End: count - 1,
  }
  return moves[key] ?? -1
}
