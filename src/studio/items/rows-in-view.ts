import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** The visible part of a list whose rows have equal length, in pixels along the list. */
type ListView = {
  /** The scroll offset. */
  readonly offsetPx: number
  readonly viewPx: number
  /** From the start of a row to the start of the next. */
  readonly rowPx: number
  /** The number of columns of a grid. */
  readonly columns: number
}

/** Rows rendered beyond each end of the view, so that they are ready before they are seen, and Tab reaches them. */
const spareListRows = 6

/** The space before and after a row in place of rows that are not rendered. */
export type RowRoom = { readonly beforePx: number; readonly afterPx: number }

/**
 * The rows to render, ascending: those in view, a few around them, and the `kept` ones. Indices out of range are
 * ignored.
 */
export function rowsInView(
  count: number,
  { offsetPx, viewPx, rowPx }: Omit<ListView, 'columns'>,
  kept: readonly number[],
  spareRows = spareListRows,
): readonly (RowRoom & { readonly at: number })[] {
  const first = Math.min(Math.floor(offsetPx / rowPx), count - 1) - spareRows
  const last = Math.ceil((offsetPx + viewPx) / rowPx) - 1 + spareRows
  const inView = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const rows = [...new Set([...inView, ...kept])].filter((at) => at >= 0 && at < count).sort((a, b) => a - b)
  return rows.map((at, index) => ({
    at,
    beforePx: (at - (rows[index - 1] ?? -1) - 1) * rowPx,
    afterPx: index === rows.length - 1 ? (count - 1 - at) * rowPx : 0,
  }))
}

/** The row length on most devices, before the first measurement. */
const usualRowPx = 70

/**
 * The visible part of the list in `box`, measured again on scrolling or resizing. It changes by whole rows only.
 * Columns of a grid are at least `columnPx` wide.
 */
export function useListView(
  box: RefObject<HTMLElement | null>,
  isColumn: boolean,
  gapPx: number,
  columnPx = Number.POSITIVE_INFINITY,
): { readonly view: ListView; readonly measure: () => void } {
  const [view, setView] = useState<ListView>({ offsetPx: 0, viewPx: 1000, rowPx: usualRowPx, columns: 1 })
  const measure = useCallback(() => {
    // On phones the selected row is slightly longer.
    const row = (
      box.current?.querySelector('li:not(:has([aria-current]))') ??
      box.current?.querySelector('li, [role=row]')
    )?.getBoundingClientRect()
    const lengthPx = (isColumn ? row?.height : row?.width) ?? 0
    const inner = box.current?.firstElementChild
    // The list is not drawn, or has no rows.
    if (!box.current || !inner || lengthPx === 0) return
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = box.current
    const rowPx = lengthPx + gapPx
    // In right-to-left text the offset is negative.
    const offsetPx = Math.floor(Math.abs(isColumn ? scrollTop : scrollLeft) / rowPx) * rowPx
    const viewPx = Math.ceil((isColumn ? clientHeight : clientWidth) / rowPx + 1) * rowPx
    const columns = Math.max(1, Math.floor((inner.clientWidth + gapPx) / (columnPx + gapPx)))
    const next: ListView = { offsetPx, viewPx, rowPx, columns }
    const isAsBefore = (before: ListView) =>
      Object.entries(next).every(([name, value]) => before[name as keyof ListView] === value)
    setView((before) => (isAsBefore(before) ? before : next))
  }, [box, isColumn, gapPx, columnPx])
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    // The list inside is as long as its rows.
    for (const each of [box.current, box.current?.firstElementChild]) if (each) observer.observe(each)
    return () => observer.disconnect()
  }, [box, measure])
  return { view, measure }
}
