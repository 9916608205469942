import { findBox, toBox, uint16, uint32 } from './iso-boxes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Version and flags, of which most boxes have none. */
const plain = [0, 0, 0, 0] as const
/** Bytes of each item in `iloc`: its number, where its data are, one extent, its offset and length. */
const placeBytes = 14
const pictureItem = 1

/**
 * Adds EXIF to a picture of libavif (HEIF, ISO/IEC 23008-12, annex A): an item of its own, which describes the picture, with its
 * data at the end of the file. Leaves the file as it is where its boxes are not as libavif writes them.
 */
export const addExifItem = (bytes: Bytes, exif: Bytes): BlobPart[] => {
  const view = new DataView(bytes.buffer)
  const meta = findBox(view, 'meta', 0, bytes.length)
  const boxIn = (name: string) => meta && findBox(view, name, meta.start + 4, meta.end)
  const [iloc, iinf, iref] = [boxIn('iloc'), boxIn('iinf'), boxIn('iref')]
  // Version 0, with offsets and lengths of four bytes.
  if (
    !meta ||
    !iloc ||
    !iinf ||
    view.getUint32(iloc.start) !== 0 ||
    view.getUint16(iloc.start + 4) !== 0x4400
  )
    return [bytes]
  const items = view.getUint16(iloc.start + 6)
  if (iloc.end - iloc.start !== 8 + items * placeBytes || view.getUint16(iinf.start + 4) !== items)
    return [bytes]
  const item = items + 1

  const info = toBox('infe', [2, 0, 0, 0], uint16(item), uint16(0), new TextEncoder().encode('Exif\0'))
  const describes = toBox('cdsc', uint16(item), uint16(1), uint16(pictureItem))
  const reference = iref ? describes : toBox('iref', plain, describes)
  const grown = placeBytes + info.length + reference.length
  const data = toBox('mdat', plain, exif)
  const place = [item, 0, 1].flatMap(uint16).concat(uint32(bytes.length + grown + 8), uint32(data.length - 8))

  view.setUint16(iloc.start + 6, item)
  view.setUint16(iinf.start + 4, item)
  for (let at = iloc.start + 8; at < iloc.end; at += placeBytes)
    view.setUint32(at + 6, view.getUint32(at + 6) + grown)
  for (const [box, more] of [
    [meta, grown],
    [iloc, placeBytes],
    [iinf, info.length],
    [iref, reference.length],
  ] as const)
    if (box) view.setUint32(box.start - 8, box.end - box.start + 8 + more)

  const inserted = [
    { at: iloc.end, content: Uint8Array.from(place) },
    { at: iinf.end, content: info },
    { at: iref?.end ?? meta.end, content: reference },
  ].sort((a, b) => a.at - b.at)
  const parts: BlobPart[] = []
  let from = 0
  for (const { at, content } of inserted) {
    parts.push(bytes.subarray(from, at), content)
    from = at
  }
  return [...parts, bytes.subarray(from), data]
}
