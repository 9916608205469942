import { type ByteSpan, boxesIn } from '#formats/iso-boxes.ts'
import { ebmlElements, ebmlId, segmentId } from './ebml.ts'

/** Bytes that are read at a time. */
const pieceBytes = 4 << 20
/** Bytes of the head of an element or box. */
const headBytes = 64
/** Boxes on the top level; a fragment is two or three of them, and lasts a second or so. */
const maxBoxes = 20_000

/**
 * The videos that a file consists of, one after the other: recordings that were joined byte by byte. Players that know
 * of it show all of them, others the first. Only one for most files; `video` itself then.
 */
export const findParts = async (video: Blob): Promise<readonly Blob[]> => {
  const head = await viewAt(video, 0)
  const starts =
    head.byteLength >= 4 && head.getUint32(0) === ebmlId ? await ebmlStarts(video) : await movieStarts(video)
  return starts.length < 2
    ? [video]
    : starts.map((start, index) => video.slice(start, starts[index + 1] ?? video.size))
}

const viewAt = async (video: Blob, at: number, bytes = headBytes): Promise<DataView> =>
  new DataView(await video.slice(at, at + bytes).arrayBuffer())

/** Where the heads of a WebM or MKV start (RFC 8794, 4: an EBML stream may hold several documents). */
const ebmlStarts = async (video: Blob): Promise<readonly number[]> => {
  const starts: number[] = []
  for (let at = 0; at < video.size && starts.length < maxBoxes; ) {
    const head = await viewAt(video, at)
    const [document, segment] = [...ebmlElements(head, { from: 0, to: video.size - at })]
    if (document?.id !== ebmlId || segment?.id !== segmentId) break
    starts.push(at)
    // The end of a live recording is not written.
    at = segment.isOpen ? await nextHead(video, at + segment.from) : at + segment.to
  }
  return starts
}

/** The next place from `from` on that looks like the head of a WebM or MKV, or the end of the file. */
const nextHead = async (video: Blob, from: number): Promise<number> => {
  for (let start = from; start < video.size; start += pieceBytes) {
    const view = await viewAt(video, start, pieceBytes + headBytes)
    const bytes = new Uint8Array(view.buffer)
    for (let at = bytes.indexOf(0x1a); at >= 0 && at < pieceBytes; at = bytes.indexOf(0x1a, at + 1)) {
      if (at + headBytes > bytes.length || view.getUint32(at) !== ebmlId) continue
      if (/webm|matroska/.test(String.fromCharCode(...bytes.subarray(at, at + headBytes)))) return start + at
    }
  }
  return video.size
}

/** Where each `ftyp` of an MP4 or MOV starts that has a movie. */
const movieStarts = async (video: Blob): Promise<readonly number[]> => {
  const starts: number[] = []
  let brand: number | undefined = 0
  let piece: ByteSpan & { readonly view: DataView } = {
    from: 0,
    to: 0,
    view: new DataView(new ArrayBuffer(0)),
  }
  for (let at = 0, count = 0; at + 8 <= video.size && count < maxBoxes; count++) {
    if (at + 16 > piece.to && piece.to < video.size) {
      const view = await viewAt(video, at, 1 << 16)
      piece = { from: at, to: at + view.byteLength, view }
    }
    const [box] = boxesIn(piece.view, { from: at - piece.from, to: video.size - piece.from })
    if (!box) break
    if (box.name === 'ftyp') brand = at
    if (box.name === 'moov' && brand !== undefined) {
      starts.push(brand)
      brand = undefined
    }
    at = piece.from + box.to
  }
  return starts
}
