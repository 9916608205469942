import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { ListView } from './rows-in-view.ts'

/** As most devices draw it, for the first look. */
const usualRowPx = 70

/**
 * What is seen of the list in `box`, which scrolls; measured anew when it is scrolled or anything in it changes its size. It
 * changes by whole rows only.
 */
export function useListView(
  box: RefObject<HTMLElement | null>,
  isColumn: boolean,
  gapPx: number,
): { readonly view: ListView; readonly measure: () => void } {
  const [view, setView] = useState<ListView>({ offsetPx: 0, viewPx: 1000, rowPx: usualRowPx })
  const measure = useCallback(() => {
    const row = box.current?.querySelector('li')?.getBoundingClientRect()
    const lengthPx = (isColumn ? row?.height : row?.width) ?? 0
    // Nothing is drawn, or no rows.
    if (!box.current || lengthPx === 0) return
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = box.current
    const rowPx = lengthPx + gapPx
    // Where lines run from right to left, the offset is negative.
    const offsetPx = Math.floor(Math.abs(isColumn ? scrollTop : scrollLeft) / rowPx) * rowPx
    const viewPx = Math.ceil((isColumn ? clientHeight : clientWidth) / rowPx + 1) * rowPx
    const isAsBefore = (before: ListView) =>
      before.offsetPx === offsetPx && before.viewPx === viewPx && before.rowPx === rowPx
    setView((before) => (isAsBefore(before) ? before : { offsetPx, viewPx, rowPx }))
  }, [box, isColumn, gapPx])
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    // The list inside is as long as its rows.
    for (const each of [box.current, box.current?.firstElementChild]) if (each) observer.observe(each)
    return () => observer.disconnect()
  }, [box, measure])
  return { view, measure }
}
