// IDs of EBML and Matroska elements (RFC 8794, 11.2; RFC 9559, section 5).
export const ebmlId = 0x1a45dfa3
/** The segment, which contains the tracks. */
export const segmentId = 0x18538067
const tracksId = 0x1654ae6b
const trackEntryId = 0xae
/** `TrackNumber`. */
export const trackNumberId = 0xd7
/** `CodecID`. */
export const codecIdId = 0x86
/** `CodecDelay`, in nanoseconds. */
export const codecDelayId = 0x56aa

/** The content of an element, in bytes from the start of a view. */
type EbmlSpan = { readonly from: number; readonly to: number }

/** `at`: the start of the element's ID; `isOpen`: its size is unknown, and it ends with the span. */
export type EbmlElement = EbmlSpan & { readonly id: number; readonly at: number; readonly isOpen: boolean }

/** The elements within a span, up to the end of the view. */
export function* ebmlElements(view: DataView, { from, to }: EbmlSpan): Generator<EbmlElement> {
  const last = Math.min(to, view.byteLength)
  for (let at = from; at + 2 <= last; ) {
    const start = at
    const idBytes = Math.clz32(view.getUint8(at)) - 23
    if (idBytes > 4 || at + idBytes >= last) return
    let id = 0
    for (let i = 0; i < idBytes; i++) id = id * 256 + view.getUint8(at + i)
    at += idBytes
    const sizeBytes = Math.clz32(view.getUint8(at)) - 23
    if (sizeBytes > 8 || at + sizeBytes > last) return
    let size = view.getUint8(at) & (0xff >> sizeBytes)
    let isOpen = size === 0xff >> sizeBytes
    for (let i = 1; i < sizeBytes; i++) {
      const byte = view.getUint8(at + i)
      size = size * 256 + byte
      isOpen &&= byte === 0xff
    }
    at += sizeBytes
    // All bits 1 mean an unknown size: the element ends with the span (RFC 8794, section 6.2).
    const end = isOpen ? to : Math.min(to, at + size)
    yield { id, at: start, from: at, to: end, isOpen }
    at = end
  }
}

/** The first element with this ID in a span. */
export const findElement = (view: DataView, span: EbmlSpan, wanted: number): EbmlElement | undefined => {
  for (const element of ebmlElements(view, span)) if (element.id === wanted) return element
  return undefined
}

/** The unsigned number in an element; 0 if it is absent. */
export const numberIn = (view: DataView, span: EbmlSpan | undefined): number => {
  let value = 0
  for (let at = span?.from ?? 0; at < (span?.to ?? 0); at++) value = value * 256 + view.getUint8(at)
  return value
}

/** The text in an element; empty if it is absent. */
export const textIn = (view: DataView, span: EbmlSpan | undefined): string =>
  span
    ? new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + span.from, span.to - span.from))
    : ''

/** Bytes searched for the list of tracks; few files have it later. */
const headBytes = 1 << 18

/** The entries of a segment's list of tracks; none in files of other formats. */
export function* trackEntries(view: DataView): Generator<EbmlElement> {
  if (view.byteLength < 4 || view.getUint32(0) !== ebmlId) return
  const segment = findElement(view, { from: 0, to: view.byteLength }, segmentId)
  const tracks = segment && findElement(view, segment, tracksId)
  for (const element of tracks ? ebmlElements(view, tracks) : [])
    if (element.id === trackEntryId) yield element
}

/** The start of a WebM or MKV, up to its list of tracks. */
export const readEbmlHead = async (file: Blob): Promise<DataView> =>
  new DataView(await file.slice(0, headBytes).arrayBuffer())
