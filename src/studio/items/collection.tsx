import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { type RowRoom, rowsInView, useListView } from './rows-in-view.ts'

/** Rows of tiles rendered beyond each end of the view; few, because tiles are tall. */
const spareTileRows = 2

type Props = {
  readonly label: string
  readonly count: number
  /** The gap between rows and between columns. */
  readonly gapPx?: number
  /** The least width of a column of the grid; absent for a list. */
  readonly columnPx?: number
  /** Whether the list is horizontal. */
  readonly isStrip?: boolean
  /** Indices that are always rendered; those out of range are ignored. */
  readonly kept?: readonly number[]
  /** When this string changes, the selected element scrolls into view; in the grid it gets the focus. */
  readonly shown?: string
  /** The index from which keys move. */
  readonly current?: number
  /** Called by arrow keys, Home and End to move the focus or the selection. Absent if there is neither. */
  readonly onMove?: (to: number, isExtending: boolean) => void
  readonly onFocusAt?: (at: number) => void
  readonly boxClass: string
  readonly className?: string
  /** Renders an element, in a list an `li` with `rowProps`. */
  readonly children: (at: number, column: number, room: RowRoom) => ReactNode
}

/** A scrolling list or grid, which renders only the elements in view and a few around them. */
export function Collection({
  label,
  count,
  gapPx = 0,
  columnPx,
  isStrip = false,
  kept = [],
  ...props
}: Props) {
  const { shown, current = -1, onMove, onFocusAt, children } = props
  const box = useRef<HTMLDivElement>(null)
  const isGrid = columnPx !== undefined
  const { view: seen, measure } = useListView(box, !isStrip, gapPx, columnPx)
  const { columns } = seen
  // Rendering tiles takes longer than a frame, so they are rendered between frames, before they come into view.
  const deferred = useDeferredValue(seen)
  const view = isGrid ? deferred : seen
  const rowCount = Math.ceil(count / columns)
  const rows = rowsInView(
    rowCount,
    view,
    kept.map((at) => Math.floor(at / columns)),
    isGrid ? spareTileRows : undefined,
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another length lie elsewhere
  useLayoutEffect(() => {
    if (shown === undefined) return
    const one = box.current?.querySelector<HTMLElement>('[aria-current=true], [role=gridcell][tabindex="0"]')
    const { activeElement } = document
    // A focus on the controls for order or size stays there.
    if (isGrid && (activeElement === document.body || box.current?.contains(activeElement)))
      one?.focus({ preventScroll: true })
    const row = one?.closest('li') ?? one
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, columns, isStrip, view.rowPx])
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!onMove || event.ctrlKey || event.metaKey || event.altKey) return
    const to = targetOf(event.key, current, count, isGrid ? { columns } : { isStrip })
    if (to === null) return
    event.preventDefault()
    onMove(to, event.shiftKey)
    const row = box.current?.querySelector(`li[aria-posinset="${to + 1}"]`)
    row?.querySelector('button')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const onFocus = ({ target }: FocusEvent) =>
    onFocusAt?.(Number(target.closest('li')?.getAttribute('aria-posinset')) - 1)
  const listProps = {
    'aria-label': label,
    onKeyDown,
    onFocus,
    className: props.className,
    style: { gap: gapPx },
  }
  return (
    <div
      ref={box}
      onScroll={measure}
      // Keys must reach a scrolling element.
      {...(onMove ? {} : { role: 'region', tabIndex: 0, 'aria-label': label })}
      className={`slim-scroll min-h-0 flex-1 ${props.boxClass}`}
    >
      {isGrid ? (
        // biome-ignore lint/a11y/useSemanticElements: a table does not take tiles
        <div role="grid" aria-rowcount={rowCount} aria-colcount={columns} {...listProps}>
          {rows.map(({ at: row, ...room }) => (
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
                ...roomStyle(room, false),
              }}
            >
              {Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) =>
                children(row * columns + column, column, room),
              )}
            </div>
          ))}
        </div>
      ) : (
        <ul {...listProps}>{rows.map(({ at, ...room }) => children(at, 0, room))}</ul>
      )}
    </div>
  )
}

const roomStyle = ({ beforePx, afterPx }: RowRoom, isStrip: boolean) =>
  isStrip
    ? { marginInlineStart: beforePx, marginInlineEnd: afterPx }
    : { marginBlockStart: beforePx, marginBlockEnd: afterPx }

/** The position attributes of an `li` in a list, and its space for rows that are not rendered. */
export const rowProps = (at: number, count: number, room: RowRoom, isStrip = false) => ({
  'aria-posinset': at + 1,
  'aria-setsize': count,
  style: roomStyle(room, isStrip),
})

type Layout = { readonly columns?: number; readonly isStrip?: boolean }

/** The index to which a key moves; null for other keys, and at the end. */
const targetOf = (
  key: string,
  at: number,
  count: number,
  { columns, isStrip = false }: Layout,
): number | null => {
  const moves: Readonly<Record<string, number>> = {
    ...((columns || isStrip) && { ArrowLeft: at - 1, ArrowRight: at + 1 }),
    ...(!isStrip && { ArrowUp: at - (columns ?? 1), ArrowDown: at + (columns ?? 1) }),
    Home: 0,
    End: count - 1,
  }
  const to = moves[key] ?? -1
  return to >= 0 && to < count ? to : null
}
