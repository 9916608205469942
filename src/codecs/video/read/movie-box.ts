import { invalidVideo } from '#codecs/video/video-errors.ts'

/** What a film (MP4, MOV) says that it holds: the content of its box `moov`, and where in the file that is. */
export type MovieBox = { readonly view: DataView<ArrayBuffer>; readonly from: number }

export type ByteSpan = { readonly from: number; readonly to: number }

/** `at`: where its head starts. */
export type IsoBox = ByteSpan & { readonly name: string; readonly at: number }

/** The list of what a film holds; that of five minutes takes less than a megabyte, that of two hours ten. */
const maxBytes = 24 << 20

/** Boxes before the list, of which films have a handful. */
const maxBoxes = 1_000

/** Small boxes lie side by side: so much is read at a time. */
const pieceBytes = 1 << 16

const moovName = 0x6d6f6f76
/** WebM and MKV. */
const ebmlHead = 0x1a45dfa3

/** Null where there is none. Rejects with `invalid_video` for one that no film has. */
export const readMovieBox = async (file: Blob, signal?: AbortSignal): Promise<MovieBox | null> => {
  let [piece, start] = [new DataView(new ArrayBuffer(0)), 0]
  for (let at = 0, count = 0; at + 8 <= file.size; count++) {
    if (count > maxBoxes) throw invalidVideo('video_too_many_entries')
    if (at + 16 > start + piece.byteLength && start + piece.byteLength < file.size) {
      signal?.throwIfAborted()
      piece = new DataView(await file.slice(at, at + pieceBytes).arrayBuffer())
      start = at
    }
    if (at === 0 && piece.getUint32(0) === ebmlHead) return null
    const box = spanOf(piece, at - start, file.size - at)
    if (!box) return null
    if (piece.getUint32(at - start + 4) === moovName) {
      if (box.to - box.from > maxBytes) throw invalidVideo('video_too_many_entries')
      const [from, to] = [start + box.from, start + box.to]
      return { view: new DataView(await file.slice(from, to).arrayBuffer()), from }
    }
    at = start + box.to
  }
  return null
}

export const wholeSpan = (view: DataView): ByteSpan => ({ from: 0, to: view.byteLength })

/** The boxes within a span, one after the other. */
export function* boxesIn(view: DataView, { from, to }: ByteSpan): Generator<IsoBox> {
  for (let at = from; at < to; ) {
    const span = spanOf(view, at, to - at)
    if (!span) return
    const name = String.fromCharCode(...[4, 5, 6, 7].map((index) => view.getUint8(at + index)))
    yield { name, at, ...span }
    at = span.to
  }
}

/** The first box of this name within a span. */
export const findBox = (view: DataView, span: ByteSpan, wanted: string): IsoBox | undefined => {
  for (const box of boxesIn(view, span)) if (box.name === wanted) return box
  return undefined
}

/** Where a box's content lies; null where there is none. `most`: the bytes there are from `at` on. */
const spanOf = (view: DataView, at: number, most: number): ByteSpan | null => {
  if (at + 8 > view.byteLength) return null
  const short = view.getUint32(at)
  const isLong = short === 1 && at + 16 <= view.byteLength
  const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? most : short
  const headBytes = isLong ? 16 : 8
  return size < headBytes ? null : { from: at + headBytes, to: at + Math.min(size, most) }
}
