/** What is seen of a list whose rows all have one length, in pixels along the list. */
export type ListView = {
  /** How far the list is scrolled. */
  readonly offsetPx: number
  readonly viewPx: number
  /** From the start of a row to the start of the next one. */
  readonly rowPx: number
}

/** Rows beyond each end of the view: they are there before they are seen, and Tab finds them. */
const spareRows = 6

/**
 * The indices of the rows that are rendered, in ascending order: those in view, a few around them, and `kept` ones wherever
 * they are. Indices that the list does not have are left out.
 */
export function rowsInView(
  count: number,
  { offsetPx, viewPx, rowPx }: ListView,
  kept: readonly number[],
): readonly number[] {
  const first = Math.min(Math.floor(offsetPx / rowPx), count - 1) - spareRows
  const last = Math.ceil((offsetPx + viewPx) / rowPx) - 1 + spareRows
  const inView = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return [...new Set([...inView, ...kept])].filter((at) => at >= 0 && at < count).sort((a, b) => a - b)
}
