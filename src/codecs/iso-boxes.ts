import { nameAt } from '#base/byte-names.ts'

/** A part of a view, in bytes from its start; `to` is the first byte after it. */
export type ByteSpan = { readonly from: number; readonly to: number }

/** `at`: where the head of the box starts. */
export type IsoBox = ByteSpan & { readonly name: string; readonly at: number }

/** All of a view. */
export const wholeSpan = (view: DataView): ByteSpan => ({ from: 0, to: view.byteLength })

/** The boxes in a span, in order. */
export function* boxesIn(view: DataView, { from, to }: ByteSpan): Generator<IsoBox> {
  for (let at = from; at < to; ) {
    const span = spanOf(view, at, to - at)
    if (!span) return
    const name = nameAt(view, at + 4)
    yield { name, at, ...span }
    at = span.to
  }
}

/** The first box of a name in a span. */
export const findBox = (view: DataView, span: ByteSpan, wanted: string): IsoBox | undefined => {
  for (const box of boxesIn(view, span)) if (box.name === wanted) return box
  return undefined
}

/** All boxes of a name in a span. */
export const boxesNamed = (view: DataView, span: ByteSpan, wanted: string): readonly IsoBox[] =>
  [...boxesIn(view, span)].filter(({ name }) => name === wanted)

/** The span of a box's content; null where there is no box. `most`: bytes in the file from `at` on. */
export const spanOf = (view: DataView, at: number, most: number): ByteSpan | null => {
  if (at + 8 > view.byteLength) return null
  const short = view.getUint32(at)
  const isLong = short === 1 && at + 16 <= view.byteLength
  const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? most : short
  const headBytes = isLong ? 16 : 8
  return size < headBytes ? null : { from: at + headBytes, to: at + Math.min(size, most) }
}
