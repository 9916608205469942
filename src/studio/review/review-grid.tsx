import { ArrowLeft } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Item } from '#library/items/item.ts'
import type { PageList } from '#studio/items/media-kind.ts'
import { rowsInView, useListView } from '#studio/items/rows-in-view.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { ResultCounts } from './result-counts.tsx'
import { ResultTile } from './result-tile.tsx'
import { type ReviewState, type ReviewStore, reviewOrders, tileSizes } from './review-state.ts'
import { gridItems, listedGroup } from './reviewed-items.ts'

const texts = messages.review

/** Between two tiles. */
const gapPx = 12
/** Rows beyond each end of the view: those of the grid are long. */
const spareRows = 2

type Props = { readonly list: PageList; readonly review: ReviewStore }

/** The results, and how they are chosen, sorted and sized. */
export function ReviewGrid({ list, review }: Props) {
  const { items, selectedId } = useStore(list)
  const state = useStore(review)
  const { group: wanted, order, tilePx } = state
  const shown = useMemo(() => gridItems(items, { group: wanted, order }, list), [items, wanted, order, list])
  const group = listedGroup(items, state, list)
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
      <ResultRows
        list={list}
        shown={shown}
        selectedId={selectedId}
        order={order}
        tilePx={tilePx}
        label={group ? messages.items.list.groups[group](shown.length) : texts.title}
      />
    </section>
  )
}

type RowsProps = Pick<Props, 'list'> &
  Pick<ReviewState, 'order' | 'tilePx'> & {
    readonly shown: readonly Item[]
    readonly selectedId: string | null
    readonly label: string
  }

/**
 * The results as tiles on their ground; the rows in view are rendered, and that of the selected tile, which has the
 * focus. Arrow keys, Home and End move it.
 */
function ResultRows({ list, shown, selectedId, order, tilePx, label }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const columns = useColumns(box, tilePx)
  const { view: seen, measure } = useListView(box, true, gapPx)
  // Tiles take longer than a frame: they are rendered between frames, before they come into view.
  const view = useDeferredValue(seen)
  const selected = shown.findIndex(({ id }) => id === selectedId)
  const rowCount = Math.ceil(shown.length / columns)
  const rows = rowsInView(rowCount, view, [Math.floor(Math.max(0, selected) / columns)], spareRows)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another order, or width, places it elsewhere
  useLayoutEffect(() => {
    const tile = box.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
    const { activeElement } = document
    // Who chooses the order or the size stays there.
    if (activeElement === document.body || activeElement?.closest('[role=grid]'))
      tile?.focus({ preventScroll: true })
    tile?.scrollIntoView({ block: 'nearest' })
  }, [selectedId, order, tilePx, columns, view.rowPx])
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = shown[targetOf(event.key, selected, columns, shown.length)]
    if (!next) return
    event.preventDefault()
    list.select(next.id)
  }
  return (
    // On an opaque ground Chromium moves what it has painted; else it paints everything anew with each frame.
    <div
      ref={box}
      onScroll={measure}
      className="slim-scroll min-h-0 flex-1 scroll-p-3 overflow-y-auto bg-ground p-3"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table does not take tiles */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount}
        aria-colcount={columns}
        onKeyDown={onKeyDown}
        className="flex flex-col"
        style={{ gap: gapPx }}
      >
        {rows.map(({ at: row, beforePx, afterPx }) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
          <div
            key={row}
            role="row"
            aria-rowindex={row + 1}
            className="grid"
            style={{
              gap: gapPx,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              marginBlockStart: beforePx,
              marginBlockEnd: afterPx,
            }}
          >
            {shown.slice(row * columns, (row + 1) * columns).map((item, column) => {
              const at = row * columns + column
              return (
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
                  isTabStop={at === Math.max(0, selected)}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

/** How many tiles of a width lie beside each other in `box`. */
function useColumns(box: RefObject<HTMLElement | null>, tilePx: number): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(current)
      const widthPx = current.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      setColumns(Math.max(1, Math.floor((widthPx + gapPx) / (tilePx + gapPx))))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [box, tilePx])
  return columns
}

/** The index of the tile to which a key moves the focus; -1 for other keys, and where there is none. */
const targetOf = (key: string, at: number, columns: number, count: number): number => {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns < count ? at + columns : -1,
    Home: 0,
    End: count - 1,
  }
  return moves[key] ?? -1
}
