import { type ByteSpan, boxesIn, findBox, wholeSpan } from '#codecs/iso-boxes.ts'

/** Bytes from the content of a sample description (QuickTime File Format, video and sound sample descriptions). */
const [depthAt, samplesPerPacketAt] = [74, 28] as const

/** Samples that a packet of AAC-LC decodes to. */
const aacSamples = 1024

/**
 * Makes the box `moov` of a MOV conform to the QuickTime File Format, in place, where mediabunny writes what ISO 14496-12
 * asks: it calls every ProRes 4444 transparent, ends the names of handlers with 0 instead of starting them with their
 * length, and leaves open how many samples a packet of AAC has.
 */
export const amendMovie = (moov: Uint8Array, hasAlpha: boolean): void => {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength)
  const inside = (span: ByteSpan | undefined, ...names: readonly string[]) =>
    names.reduce((outer, name) => outer && findBox(view, outer, name), span)
  const movie = inside(wholeSpan(view), 'moov')
  if (!movie) return
  for (const track of boxesIn(view, movie)) {
    if (track.name !== 'trak') continue
    const media = inside(track, 'mdia')
    for (const handler of [inside(media, 'hdlr'), inside(media, 'minf', 'hdlr')])
      if (handler) countName(moov, { from: handler.from + 24, to: handler.to })
    const list = inside(media, 'minf', 'stbl', 'stsd')
    for (const { name, from } of list ? boxesIn(view, { ...list, from: list.from + 8 }) : []) {
      if (name === 'ap4h') view.setUint16(from + depthAt, hasAlpha ? 32 : 24)
      if (name === 'mp4a' && view.getUint16(from + 8) === 1)
        view.setUint32(from + samplesPerPacketAt, aacSamples)
    }
  }
}

/** Turns a text that ends with 0 into one that starts with its length; both take as many bytes. */
const countName = (bytes: Uint8Array, { from, to }: ByteSpan): void => {
  const length = to - from - 1
  if (bytes[to - 1] !== 0 || length > 255) return
  bytes.copyWithin(from + 1, from, to - 1)
  bytes[from] = length
}
