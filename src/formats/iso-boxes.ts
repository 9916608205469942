import { nameAt } from '#base/byte-names.ts'
import { ebmlId } from './ebml-elements.ts'
import { openPieces } from './file-pieces.ts'

/** A part of a view, in bytes from its start; `to` is the first byte after it. */
export type ByteSpan = { readonly from: number; readonly to: number }

/** `at`: the start of the box's head; `isCut`: its size exceeds the span around it. */
export type IsoBox = ByteSpan & { readonly name: string; readonly at: number; readonly isCut: boolean }

export const wholeSpan = (view: DataView): ByteSpan => ({ from: 0, to: view.byteLength })

/** The boxes in a span, in order. */
export function* boxesIn(view: DataView, { from, to }: ByteSpan): Generator<IsoBox> {
  for (let at = from; at < to; ) {
    const box = boxAt(view, at, to - at)
    if (!box) return
    yield box
    at = box.to
  }
}

/** The first box of this type in a span. */
export const findBox = (view: DataView, span: ByteSpan, wanted: string): IsoBox | undefined => {
  for (const box of boxesIn(view, span)) if (box.name === wanted) return box
  return undefined
}

/** The box at this path of types, each within the box before. */
export const findInner = (view: DataView, span: ByteSpan, names: readonly string[]): IsoBox | undefined => {
  const [name = '', ...rest] = names
  const box = findBox(view, span, name)
  return box && rest.length > 0 ? findInner(view, box, rest) : box
}

/** Full boxes start with a version; version 1 has 64-bit times. */
export const isWide = (view: DataView, { from }: ByteSpan): boolean => view.getUint8(from) === 1

/** All boxes of this type in a span. */
export const boxesNamed = (view: DataView, span: ByteSpan, wanted: string): readonly IsoBox[] =>
  [...boxesIn(view, span)].filter(({ name }) => name === wanted)

/** The box at a place; null if there is none. `most`: the bytes available for it from there on. */
const boxAt = (view: DataView, at: number, most: number): IsoBox | null => {
  if (at + 8 > view.byteLength) return null
  const short = view.getUint32(at)
  const isLong = short === 1 && at + 16 <= view.byteLength
  const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? most : short
  const headBytes = isLong ? 16 : 8
  if (size < headBytes) return null
  const to = at + Math.min(size, most)
  return { name: nameAt(view, at + 4), at, from: at + headBytes, to, isCut: size > most }
}

/** The content of a box, and its byte position in the file. */
export type FileBox = { readonly view: DataView<ArrayBuffer>; readonly from: number }

/** The largest box that is read. The index of five minutes of video takes less than 1 MB, of two hours 10 MB. */
const maxBytes = 24 << 20

/** Bytes read at a time, since small boxes lie side by side. */
const pieceBytes = 1 << 16

/** The most boxes that are walked. A fragment takes two or three, and lasts about a second. */
const maxBoxes = 20_000

/** The top-level boxes of a file, in order. Rejects with the reason of `signal`. */
export async function* fileBoxes(file: Blob, signal?: AbortSignal): AsyncGenerator<IsoBox, void, void> {
  const readBytes = openPieces(file, signal, pieceBytes)
  for (let at = 0, count = 0; at + 8 <= file.size && count < maxBoxes; count++) {
    const head = await readBytes(at, 16)
    const box = boxAt(head, 0, file.size - at)
    // The first bytes of a WebM or MKV would be taken for a size.
    if (!box || (at === 0 && head.getUint32(0) === ebmlId)) return
    yield { ...box, at, from: at + box.from, to: at + box.to }
    at += box.to
  }
}

/** The most boxes up to the wanted one; usual files have a handful. */
const maxBoxesBefore = 1_000

/**
 * The first top-level box of this type; null if there is none, `excessive` if the box or the file exceeds the limits.
 */
export const findFileBox = async (
  file: Blob,
  name: string,
  signal?: AbortSignal,
): Promise<FileBox | 'excessive' | null> => {
  let count = 0
  for await (const box of fileBoxes(file, signal)) {
    if (++count > maxBoxesBefore) return 'excessive'
    if (box.name !== name) continue
    if (box.to - box.from > maxBytes) return 'excessive'
    return { view: new DataView(await file.slice(box.from, box.to).arrayBuffer()), from: box.from }
  }
  return null
}
