import { type LeftOut, type LeftOutKind, leftOut } from '#contract/left-out.ts'
import { readAvifFrames } from '#formats/avif-frames.ts'
import { type ByteSpan, boxesIn, findBox, findFileBox, findInner, type IsoBox } from '#formats/iso-boxes.ts'
import { itemsOf, numberAt, readHeifMeta } from './heif-boxes.ts'

/**
 * The kind of an auxiliary picture, by the end of its type (ISO/IEC 23008-12, 6.5.8; Apple's own). Alpha is part of the
 * picture.
 */
const auxiliaryKinds: readonly (readonly [type: RegExp, kind: LeftOutKind | null])[] = [
  [/alpha$|auxid:1$/, null],
  [/depth$|auxid:2$|disparity$/, 'depth'],
  [/hdrgainmap$/, 'gain_map'],
]

/** Items that are not pictures. */
const noPicture = /^(Exif|mime|uri |tmap)$/

/**
 * The further content of a HEIC or AVIF: more pictures of a burst or sequence, depth, a gain map (also of ISO 21496-1),
 * mattes of its subject, the clip of a motion photo, and high dynamic range, which is converted to sRGB.
 */
export const heifExtras = async (file: Blob): Promise<readonly LeftOut[]> => {
  const [meta, clip, frames] = await Promise.all([
    findFileBox(file, 'meta'),
    findFileBox(file, 'mpvd'),
    readAvifFrames(file, { maxFrames: 10_000 }),
  ])
  const found = meta && meta !== 'excessive' ? itemExtras(meta.view) : []
  const hdr = meta && meta !== 'excessive' ? readHeifMeta(meta.view).hdr : null
  const moving = (frames?.delays.length ?? 0) - 1
  return [
    ...(moving > 0 ? [leftOut('pictures', moving)] : found),
    ...(clip ? [leftOut('motion')] : []),
    ...(hdr ? [leftOut('hdr')] : []),
  ]
}

const itemExtras = (view: DataView): readonly LeftOut[] => {
  const content = { from: 4, to: view.byteLength }
  const counts = new Map<LeftOutKind, number>()
  const add = (kind: LeftOutKind) => counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const properties = findInner(view, content, ['iprp', 'ipco'])
  for (const box of properties ? boxesIn(view, properties) : [])
    if (box.name === 'auxC') {
      const kind = auxiliaryKind(view, box)
      if (kind) add(kind)
    }
  const items = itemsOf(view, findBox(view, content, 'iinf'))
  if (items.some(({ type }) => type === 'tmap') && !counts.has('gain_map')) add('gain_map')
  const parts = partsOf(view, findBox(view, content, 'iref'))
  const pictures = items.filter(
    ({ id, type, isHidden }) => !isHidden && !noPicture.test(type) && !parts.has(id),
  )
  for (const _ of pictures.slice(1)) add('pictures')
  return [...counts].map(([kind, count]) => leftOut(kind, count))
}

const auxiliaryKind = (view: DataView, { from, to }: ByteSpan): LeftOutKind | null => {
  const type = new TextDecoder('latin1').decode(
    new Uint8Array(view.buffer, view.byteOffset + from + 4, to - from - 4),
  )
  const [name = ''] = type.split('\0')
  const known = auxiliaryKinds.find(([pattern]) => pattern.test(name))
  return known ? known[1] : 'channels'
}

/** Items that are parts, thumbnails or auxiliary pictures of others (ISO/IEC 14496-12, 8.11.12). */
const partsOf = (view: DataView, iref: IsoBox | undefined): ReadonlySet<number> => {
  const parts = new Set<number>()
  if (!iref) return parts
  const bytes = view.getUint8(iref.from) > 0 ? 4 : 2
  for (const { name, from } of boxesIn(view, { from: iref.from + 4, to: iref.to })) {
    if (name === 'thmb' || name === 'auxl') parts.add(numberAt(view, from, bytes))
    for (let index = 0; name === 'dimg' && index < view.getUint16(from + bytes); index++)
      parts.add(numberAt(view, from + bytes + 2 + index * bytes, bytes))
  }
  return parts
}
