import { findBox, wholeSpan } from '#formats/iso-boxes.ts'
import { concatBytes } from './byte-arrays.ts'
import { box, zeros } from './make-mp4.ts'

/** More than a reader takes for the head of a file. */
const roomBytes = 100_000

/** A HEIC or AVIF, whose items have a base or one extent of 32 bits, with room between `ftyp` and its other boxes. */
export const withRoom = (file: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = file.slice()
  const view = new DataView(bytes.buffer)
  const meta = findBox(view, wholeSpan(view), 'meta')
  const iloc = meta && findBox(view, { ...meta, from: meta.from + 4 }, 'iloc')
  if (!meta || !iloc) throw new Error('it has no items')
  const room = box('free', zeros(roomBytes))
  const version = view.getUint8(iloc.from)
  const base = (view.getUint8(iloc.from + 5) >> 4) & 15
  const head = version === 0 ? 4 : 6
  const entry = head + base + 10
  for (let at = iloc.from + 8; at + entry <= iloc.to; at += entry) {
    // Those in `idat` are counted from there.
    if (version > 0 && view.getUint16(at + 2) === 1) continue
    const place = base === 4 ? at + head : at + head + 2
    view.setUint32(place, view.getUint32(place) + room.length)
  }
  const end = view.getUint32(0)
  return concatBytes(bytes.subarray(0, end), room, bytes.subarray(end))
}
