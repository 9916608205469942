import { nameAt } from '#base/byte-names.ts'
import { ebmlId } from './ebml-elements.ts'
import { openPieces } from './file-pieces.ts'

/** A part of a view, in bytes from its start; `to` is the first byte after it. */
export type ByteSpan = { readonly from: number; readonly to: number }

/** `at`: where the head of the box starts; `isCut`: it says that it ends behind what is around it. */
export type IsoBox = ByteSpan & { readonly name: string; readonly at: number; readonly isCut: boolean }

/** All of a view. */
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

/** The box at a place; null where there is none. `most`: bytes from there on that it may have. */
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

/** The content of a box, and its position in the file. */
export type FileBox = { readonly view: DataView<ArrayBuffer>; readonly from: number }

/** The index of five minutes of video needs less than a megabyte, of two hours ten. */
const maxBytes = 24 << 20

/** Bytes that are read at a time, since small boxes lie side by side. */
const pieceBytes = 1 << 16

/** More boxes of a file are not walked: a fragment is two or three of them, and lasts a second or so. */
const maxBoxes = 20_000

/** The boxes of a file that are in no other, in order. Rejects with the reason of `signal`. */
export async function* fileBoxes(file: Blob, signal?: AbortSignal): AsyncGenerator<IsoBox, void, void> {
  const readBytes = openPieces(file, signal, pieceBytes)
  for (let at = 0, count = 0; at + 8 <= file.size && count < maxBoxes; count++) {
    const head = await readBytes(at, 16)
    const box = boxAt(head, 0, file.size - at)
    // A WebM or MKV begins with what would be the size of a box.
    if (!box || (at === 0 && head.getUint32(0) === ebmlId)) return
    yield { ...box, at, from: at + box.from, to: at + box.to }
    at += box.to
  }
}

/** Boxes before the wanted one; files have a handful. */
const maxBoxesBefore = 1_000

/**
 * The first box of a name that is in no other; null for a file without it, `excessive` where it or the file has too
 * much.
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
