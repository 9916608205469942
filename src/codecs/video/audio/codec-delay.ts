import type { ByteSink } from '#codecs/video/write/frame-writer.ts'

/** Bytes searched for the list of tracks of a WebM or MKV. Few files list them later; their delay counts as 0. */
const headBytes = 1 << 18

// IDs of Matroska elements (RFC 9559, section 5).
const segmentId = 0x18538067
const tracksId = 0x1654ae6b
const trackEntryId = 0xae
const trackNumberId = 0xd7
const codecIdId = 0x86
const codecDelayId = 0x56aa
const seekPreRollId = 0x56bb

/**
 * The codec delay of a track of a WebM or MKV, in seconds: decoded sound before time 0, which mediabunny does not
 * subtract. 0 for other files.
 */
export const codecDelaySeconds = async (file: Blob, trackNumber: number): Promise<number> => {
  const view = new DataView(await file.slice(0, headBytes).arrayBuffer())
  if (view.byteLength < 4 || view.getUint32(0) !== 0x1a45dfa3) return 0
  const segment = find(view, { from: 0, to: view.byteLength }, segmentId)
  const tracks = segment && find(view, segment, tracksId)
  if (!tracks) return 0
  for (const { id, ...entry } of elements(view, tracks)) {
    if (id !== trackEntryId || numberIn(view, find(view, entry, trackNumberId)) !== trackNumber) continue
    return numberIn(view, find(view, entry, codecDelayId)) / 1e9
  }
  return 0
}

/**
 * Passes a WebM on to `sink`, and stores the length of Opus's priming as CodecDelay. mediabunny stores it as
 * SeekPreRoll only, and then players start the sound too late.
 */
export const withCodecDelay = (sink: ByteSink): ByteSink => ({
  write: (data, position) => {
    if (position === 0) nameCodecDelay(new DataView(data.buffer, data.byteOffset, data.byteLength))
    return sink.write(data, position)
  },
})

const nameCodecDelay = (view: DataView): void => {
  const segment = find(view, { from: 0, to: view.byteLength }, segmentId)
  const tracks = segment && find(view, segment, tracksId)
  for (const { id, ...entry } of tracks ? elements(view, tracks) : []) {
    if (id !== trackEntryId || textIn(view, find(view, entry, codecIdId)) !== 'A_OPUS') continue
    const preRoll = find(view, entry, seekPreRollId)
    if (preRoll && !find(view, entry, codecDelayId)) view.setUint16(preRoll.at, codecDelayId)
  }
}

type Span = { readonly from: number; readonly to: number }

/** `at`: where the ID of the element starts. */
type Element = Span & { readonly id: number; readonly at: number }

/** The elements within a span, as far as the view reaches. */
function* elements(view: DataView, { from, to }: Span): Generator<Element> {
  for (let at = from; at + 2 <= to; ) {
    const start = at
    const idBytes = Math.clz32(view.getUint8(at)) - 23
    if (idBytes > 4 || at + idBytes >= to) return
    let id = 0
    for (let i = 0; i < idBytes; i++) id = id * 256 + view.getUint8(at + i)
    at += idBytes
    const sizeBytes = Math.clz32(view.getUint8(at)) - 23
    if (sizeBytes > 8 || at + sizeBytes > to) return
    let size = view.getUint8(at) & (0xff >> sizeBytes)
    let isOpen = size === 0xff >> sizeBytes
    for (let i = 1; i < sizeBytes; i++) {
      const byte = view.getUint8(at + i)
      size = size * 256 + byte
      isOpen &&= byte === 0xff
    }
    at += sizeBytes
    // A size whose bits are all 1 means: unknown, to the end (RFC 8794, section 6.2).
    const end = isOpen ? to : Math.min(to, at + size)
    yield { id, at: start, from: at, to: end }
    at = end
  }
}

const find = (view: DataView, span: Span, wanted: number): Element | undefined => {
  for (const element of elements(view, span)) if (element.id === wanted) return element
  return undefined
}

const numberIn = (view: DataView, span: Span | undefined): number => {
  let value = 0
  for (let at = span?.from ?? 0; at < (span?.to ?? 0); at++) value = value * 256 + view.getUint8(at)
  return value
}

const textIn = (view: DataView, span: Span | undefined): string =>
  span
    ? new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + span.from, span.to - span.from))
    : ''
