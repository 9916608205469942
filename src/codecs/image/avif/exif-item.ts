import { boxBytes } from '#formats/box-bytes.ts'
import { findBox, wholeSpan } from '#formats/iso-boxes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Version and flags of most boxes: none set. */
const plain = [0, 0, 0, 0] as const
/** Bytes of each item in `iloc`: its number, location, extent count, offset and length. */
const placeBytes = 14
const pictureItem = 1

/**
 * Adds EXIF to a file of libavif (HEIF, ISO/IEC 23008-12, annex A): an item that describes the picture, with its data
 * at the end of the file. Leaves a file with other boxes than libavif's unchanged.
 */
export const addExifItem = (bytes: Bytes, exif: Bytes): BlobPart[] => {
  const view = new DataView(bytes.buffer)
  const meta = findBox(view, wholeSpan(view), 'meta')
  const boxIn = (name: string) => meta && findBox(view, { ...meta, from: meta.from + 4 }, name)
  const [iloc, iinf, iref] = [boxIn('iloc'), boxIn('iinf'), boxIn('iref')]
  // Version 0, with offsets and lengths of four bytes.
  if (!meta || !iloc || !iinf || view.getUint32(iloc.from) !== 0 || view.getUint16(iloc.from + 4) !== 0x4400)
    return [bytes]
  const items = view.getUint16(iloc.from + 6)
  if (iloc.to - iloc.from !== 8 + items * placeBytes || view.getUint16(iinf.from + 4) !== items)
    return [bytes]
  const item = items + 1

  const info = boxBytes('infe', [2, 0, 0, 0], uint16(item), uint16(0), new TextEncoder().encode('Exif\0'))
  const describes = boxBytes('cdsc', uint16(item), uint16(1), uint16(pictureItem))
  const reference = iref ? describes : boxBytes('iref', plain, describes)
  const grown = placeBytes + info.length + reference.length
  const data = boxBytes('mdat', plain, exif)
  const place = [item, 0, 1].flatMap(uint16).concat(uint32(bytes.length + grown + 8), uint32(data.length - 8))

  view.setUint16(iloc.from + 6, item)
  view.setUint16(iinf.from + 4, item)
  for (let at = iloc.from + 8; at < iloc.to; at += placeBytes)
    view.setUint32(at + 6, view.getUint32(at + 6) + grown)
  for (const [box, more] of [
    [meta, grown],
    [iloc, placeBytes],
    [iinf, info.length],
    [iref, reference.length],
  ] as const)
    if (box) view.setUint32(box.at, box.to - box.at + more)

  const inserted = [
    { at: iloc.to, content: Uint8Array.from(place) },
    { at: iinf.to, content: info },
    { at: iref?.to ?? meta.to, content: reference },
  ].sort((a, b) => a.at - b.at)
  const parts: BlobPart[] = []
  let from = 0
  for (const { at, content } of inserted) {
    parts.push(bytes.subarray(from, at), content)
    from = at
  }
  return [...parts, bytes.subarray(from), data]
}

const uint16 = (value: number): readonly number[] => [value >> 8, value & 255]
const uint32 = (value: number): readonly number[] => [...uint16(value >>> 16), ...uint16(value & 0xffff)]
