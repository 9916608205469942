import { isNamed, nameAt } from '#base/byte-names.ts'

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

/** The box that is reached by these names, each in the one before. */
export const findInner = (view: DataView, span: ByteSpan, names: readonly string[]): IsoBox | undefined => {
  const [name = '', ...rest] = names
  const box = findBox(view, span, name)
  return box && rest.length > 0 ? findInner(view, box, rest) : box
}

/** Full boxes start with their version; version 1 has 64-bit times. */
export const isWide = (view: DataView, { from }: ByteSpan): boolean => view.getUint8(from) === 1

/** All boxes of a name in a span. */
export const boxesNamed = (view: DataView, span: ByteSpan, wanted: string): readonly IsoBox[] =>
  [...boxesIn(view, span)].filter(({ name }) => name === wanted)

/** The span of a box's content; null where there is no box. `most`: bytes in the file from `at` on. */
const spanOf = (view: DataView, at: number, most: number): ByteSpan | null => {
  if (at + 8 > view.byteLength) return null
  const short = view.getUint32(at)
  const isLong = short === 1 && at + 16 <= view.byteLength
  const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? most : short
  const headBytes = isLong ? 16 : 8
  return size < headBytes ? null : { from: at + headBytes, to: at + Math.min(size, most) }
}

/** The content of a box, and its position in the file. */
export type FileBox = { readonly view: DataView<ArrayBuffer>; readonly from: number }

/** The index of five minutes of video needs less than a megabyte, of two hours ten. */
const maxBytes = 24 << 20

/** Boxes before the wanted one; files have a handful. */
const maxBoxes = 1_000

/** Bytes that are read at a time, since small boxes lie side by side. */
const pieceBytes = 1 << 16

/** The first bytes of WebM and MKV (RFC 8794). */
const ebmlHead = 0x1a45dfa3

/**
 * The first box of a name that is in no other; null for a file without it, `excessive` where it or the file has too
 * much.
 */
export const findFileBox = async (
  file: Blob,
  name: string,
  signal?: AbortSignal,
): Promise<FileBox | 'excessive' | null> => {
  let [piece, start] = [new DataView(new ArrayBuffer(0)), 0]
  for (let at = 0, count = 0; at + 8 <= file.size; count++) {
    if (count > maxBoxes) return 'excessive'
    if (at + 16 > start + piece.byteLength && start + piece.byteLength < file.size) {
      signal?.throwIfAborted()
      piece = new DataView(await file.slice(at, at + pieceBytes).arrayBuffer())
      start = at
    }
    if (at === 0 && piece.getUint32(0) === ebmlHead) return null
    const box = spanOf(piece, at - start, file.size - at)
    if (!box) return null
    if (isNamed(piece, at - start + 4, name)) {
      if (box.to - box.from > maxBytes) return 'excessive'
      const [from, to] = [start + box.from, start + box.to]
      return { view: new DataView(await file.slice(from, to).arrayBuffer()), from }
    }
    at = start + box.to
  }
  return null
}
