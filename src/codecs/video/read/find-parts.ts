import { ebmlElements, ebmlId, segmentId } from '#formats/ebml-elements.ts'
import { fileBoxes } from '#formats/iso-boxes.ts'

/** Bytes read at a time. */
const pieceBytes = 4 << 20
/** Bytes of the head of an element or box. */
const headBytes = 64
/** A limit above the number of documents that anyone joins. */
const maxDocuments = 20_000

/**
 * The videos in a file of recordings joined byte by byte. Some players show all of them, others the first. Most files
 * have only one, then `video` itself.
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

/** The positions of the heads of a WebM or MKV (RFC 8794, 4: an EBML stream may contain several documents). */
const ebmlStarts = async (video: Blob): Promise<readonly number[]> => {
  const starts: number[] = []
  for (let at = 0; at < video.size && starts.length < maxDocuments; ) {
    const head = await viewAt(video, at)
    const [document, segment] = [...ebmlElements(head, { from: 0, to: video.size - at })]
    if (document?.id !== ebmlId || segment?.id !== segmentId) break
    starts.push(at)
    // A live recording stores no end.
    at = segment.isOpen ? await nextHead(video, at + segment.from) : at + segment.to
  }
  return starts
}

/** The next position from `from` on of a possible WebM or MKV head, or the end of the file. */
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

/** The position of each `ftyp` of an MP4 or MOV with a movie. */
const movieStarts = async (video: Blob): Promise<readonly number[]> => {
  const starts: number[] = []
  let brand: number | undefined = 0
  for await (const { name, at } of fileBoxes(video)) {
    if (name === 'ftyp') brand = at
    if (name === 'moov' && brand !== undefined) {
      starts.push(brand)
      brand = undefined
    }
  }
  return starts
}

/** Whether a video ends before its segment (RFC 9559, 5.1) or its last box (ISO/IEC 14496-12, 4.2) does. */
export const breaksOff = async (video: Blob): Promise<boolean> => {
  const head = await viewAt(video, 0)
  if (head.byteLength >= 4 && head.getUint32(0) === ebmlId) {
    const elements = [...ebmlElements(head, { from: 0, to: Number.MAX_SAFE_INTEGER })]
    return elements.some(({ id, isOpen, to }) => id === segmentId && !isOpen && to > video.size)
  }
  for await (const { isCut } of fileBoxes(video)) if (isCut) return true
  return false
}
