import { nameAt } from '#base/byte-names.ts'
import { numbersOfProfile } from '#codecs/image/rgb-profile.ts'
import { bt2020Profile, colorProfiles } from '#engine/color/color-profile.ts'
import type { HdrColors, HdrTransfer } from '#engine/color/hdr-to-srgb.ts'
import { type ByteSpan, boxesIn, findBox, type IsoBox, wholeSpan } from '#formats/iso-boxes.ts'

/** The primary picture of a HEIC or AVIF as its boxes describe it (HEIF, ISO/IEC 23008-12). */
export type HeifFacts = {
  /** Its ICC profile, or that of Display P3 or BT.2020 if numbers name it. */
  readonly profile: Uint8Array | null
  readonly hdr: HdrColors | null
  /** The declared pixels of all pictures that are decoded or transformed for it. */
  readonly workPixels: number
  /** The pixels of its coded parts, without alpha. */
  readonly codedPixels: number
  /** The item type of its coded parts. */
  readonly coding: string
}

/** The facts of a file with missing or damaged boxes. */
const nothing: HeifFacts = { profile: null, hdr: null, workPixels: 0, codedPixels: 0, coding: '' }

/** Reads the boxes of a whole file. */
export const readHeifBoxes = (view: DataView): HeifFacts => {
  const meta = findBox(view, wholeSpan(view), 'meta')
  return meta
    ? readHeifMeta(new DataView(view.buffer, view.byteOffset + meta.from, meta.to - meta.from))
    : nothing
}

/** As `readHeifBoxes`, from the content of the box `meta`. */
export const readHeifMeta = (meta: DataView): HeifFacts =>
  unlessCut(() => factsOf(meta, { from: versionBytes, to: meta.byteLength })) ?? nothing

/** Bytes before the boxes in `meta`. */
const versionBytes = 4

/** The result; undefined if boxes end too early. */
const unlessCut = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

const factsOf = (view: DataView, meta: ByteSpan): HeifFacts => {
  const boxAt = (span: ByteSpan | undefined, name: string) => span && findBox(view, span, name)
  const primary = boxAt(meta, 'pitm')
  const properties = propertiesOf(view, boxAt(meta, 'iprp'))
  // Version 0 has 16-bit IDs.
  const id = primary ? numberAt(view, primary.from + 4, view.getUint8(primary.from) === 0 ? 2 : 4) : 0
  const partsOf = referencesOf(view, boxAt(meta, 'iref'))
  const colors = [id, ...partsOf(id)]
    .map((item) => boxesNamed(properties(item), 'colr'))
    .find(({ length }) => length > 0)
  /** Sums over an item and the items decoded for it. */
  const sumOver = (
    kinds: readonly ('dimg' | 'auxl')[],
    pixels: (item: number, isCoded: boolean) => number,
  ) => {
    const sums = new Map<number, number>()
    const sumOf = (item: number): number => {
      const known = sums.get(item)
      if (known !== undefined) return known
      // An item that is a part of itself is invalid.
      sums.set(item, Number.POSITIVE_INFINITY)
      const parts = kinds.flatMap((kind) => [...partsOf(item, kind)])
      const own = pixels(item, partsOf(item).length === 0)
      const sum = parts.reduce((all, part) => all + sumOf(part), own)
      sums.set(item, sum)
      return sum
    }
    return sumOf(id)
  }
  const items = itemsOf(view, boxAt(meta, 'iinf'))
  const types = new Map(items.map((item) => [item.id, item.type]))
  return {
    ...colorsOf(view, colors ?? []),
    workPixels: sumOver(['dimg', 'auxl'], (item) => workOf(view, properties(item))),
    codedPixels: sumOver(['dimg'], (item, isCoded) => (isCoded ? pixelsOf(view, properties(item)) : 0)),
    coding: types.get(partsOf(id)[0] ?? id) ?? '',
  }
}

const boxesNamed = (boxes: readonly IsoBox[], wanted: string) => boxes.filter(({ name }) => name === wanted)

/** A big-endian number of `bytes` bytes, possibly none. */
export const numberAt = (view: DataView, at: number, bytes: number): number => {
  let value = 0
  for (let index = 0; index < bytes; index++) value = value * 256 + view.getUint8(at + index)
  return value
}

/** The properties of an item (9.3): `ipma` lists their indices in `ipco`. */
const propertiesOf = (view: DataView, iprp: ByteSpan | undefined) => {
  const ipco = iprp && findBox(view, iprp, 'ipco')
  const known = ipco ? [...boxesIn(view, ipco)] : []
  const places = new Map<number, readonly IsoBox[]>()
  for (const ipma of iprp ? boxesIn(view, iprp) : []) {
    if (ipma.name !== 'ipma') continue
    const idBytes = view.getUint8(ipma.from) === 0 ? 2 : 4
    const placeBytes = view.getUint8(ipma.from + 3) & 1 ? 2 : 1
    for (let at = ipma.from + 8; at < ipma.to; ) {
      const id = numberAt(view, at, idBytes)
      const count = view.getUint8(at + idBytes)
      at += idBytes + 1
      // The highest bit marks an essential property.
      const place = (index: number) =>
        numberAt(view, at + index * placeBytes, placeBytes) & (2 ** (placeBytes * 8 - 1) - 1)
      places.set(
        id,
        Array.from({ length: count }, (_, index) => known[place(index) - 1]).filter(
          (box) => box !== undefined,
        ),
      )
      at += count * placeBytes
    }
  }
  return (id: number): readonly IsoBox[] => places.get(id) ?? []
}

/**
 * The items that are decoded for an item: those it is derived from, as the tiles of a grid, and its auxiliary pictures,
 * as alpha (ISO/IEC 14496-12, 8.11.12).
 */
const referencesOf = (view: DataView, iref: ByteSpan | undefined) => {
  const references = { dimg: new Map<number, number[]>(), auxl: new Map<number, number[]>() }
  const add = (kind: keyof typeof references, from: number, to: number) => {
    const known = references[kind].get(from)
    if (known) known.push(to)
    else references[kind].set(from, [to])
  }
  const bytes = iref && view.getUint8(iref.from) > 0 ? 4 : 2
  for (const { name, from } of iref ? boxesIn(view, { from: iref.from + 4, to: iref.to }) : []) {
    const item = numberAt(view, from, bytes)
    for (let index = 0; index < view.getUint16(from + bytes); index++) {
      const other = numberAt(view, from + bytes + 2 + index * bytes, bytes)
      if (name === 'dimg') add(name, item, other)
      if (name === 'auxl') add(name, other, item)
    }
  }
  return (id: number, kind: keyof typeof references = 'dimg'): readonly number[] =>
    references[kind].get(id) ?? []
}

const pixelsOf = (view: DataView, properties: readonly IsoBox[]): number => {
  const [size] = boxesNamed(properties, 'ispe')
  return size ? view.getUint32(size.from + 4) * view.getUint32(size.from + 8) : 0
}

/** The pixels of a picture, and of the copy that each rotation, mirroring or cropping makes. */
const workOf = (view: DataView, properties: readonly IsoBox[]): number =>
  pixelsOf(view, properties) *
  (1 + properties.filter(({ name }) => ['irot', 'imir', 'clap'].includes(name)).length)

/** Primaries of Display P3 and BT.2020, and the transfers of PQ and HLG (ITU-T H.273). */
const [displayP3, bt2020] = [12, 9]
/** The profiles of primaries by number, in standard range; others count as sRGB. */
const namedProfiles: Readonly<Record<number, Uint8Array>> = {
  [displayP3]: colorProfiles['display-p3'],
  [bt2020]: bt2020Profile,
}
const transfers: Readonly<Record<number, HdrTransfer>> = { 16: 'pq', 18: 'hlg' }

/** The colours of an item with a profile, numbers, or both (12.1.5 of ISO/IEC 14496-12); sRGB without either. */
const colorsOf = (view: DataView, boxes: readonly IsoBox[]): Pick<HeifFacts, 'profile' | 'hdr'> => {
  const content = (names: readonly string[]) => boxes.find(({ from }) => names.includes(nameAt(view, from)))
  const [icc, numbers] = [content(['prof', 'rICC']), content(['nclx'])]
  const whole = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  const written = icc ? whole.subarray(icc.from + 4, icc.to) : null
  const named = numbers && {
    primaries: view.getUint16(numbers.from + 4),
    transfer: view.getUint16(numbers.from + 6),
  }
  // Numbers in the profile have priority.
  const { primaries, transfer } = (written && numbersOfProfile(written)) ??
    named ?? { primaries: 0, transfer: 0 }
  const isDisplayP3 = primaries === displayP3
  const hdr = transfers[transfer]
  return {
    profile: written ?? namedProfiles[primaries] ?? null,
    hdr: hdr ? { transfer: hdr, isDisplayP3 } : null,
  }
}

/** The ID and type of each item, and whether it is hidden (`infe`, 8.11.6). */
export const itemsOf = (view: DataView, iinf: ByteSpan | undefined) => {
  if (!iinf) return []
  const from = iinf.from + (view.getUint8(iinf.from) === 0 ? 6 : 8)
  return [...boxesIn(view, { from, to: iinf.to })].map((infe) => {
    // The protection precedes the type. Version 3 has 32-bit IDs.
    const idBytes = view.getUint8(infe.from) === 3 ? 4 : 2
    return {
      id: numberAt(view, infe.from + 4, idBytes),
      type: nameAt(view, infe.from + 6 + idBytes),
      isHidden: (view.getUint8(infe.from + 3) & 1) === 1,
    }
  })
}

/** The EXIF of a whole file (annex A); the first four bytes count the bytes up to the TIFF block. */
export const findHeifExif = (view: DataView): ByteSpan | null =>
  unlessCut(() => {
    const box = findBox(view, wholeSpan(view), 'meta')
    const meta = box && { from: box.from + versionBytes, to: box.to }
    const item = meta && itemsOf(view, findBox(view, meta, 'iinf')).find(({ type }) => type === 'Exif')
    const data = item && dataOf(view, meta, item.id)
    return data && { from: data.from + 4 + view.getUint32(data.from), to: data.to }
  }) ?? null

/** The span of an item's data (`iloc`, 8.11.3 of ISO/IEC 14496-12), if in one piece. */
const dataOf = (view: DataView, meta: ByteSpan, wanted: number): ByteSpan | null => {
  const iloc = findBox(view, meta, 'iloc')
  if (!iloc) return null
  const version = view.getUint8(iloc.from)
  const sizes = view.getUint16(iloc.from + 4)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  const idBytes = version < 2 ? 2 : 4
  for (let at = iloc.from + 6 + idBytes; at < iloc.to; ) {
    const id = numberAt(view, at, idBytes)
    at += idBytes
    const isInIdat = version > 0 && (view.getUint16(at) & 15) === 1
    at += version > 0 ? 4 : 2
    const base = numberAt(view, at, baseBytes)
    const extents = view.getUint16(at + baseBytes)
    at += baseBytes + 2
    if (id === wanted) {
      const start = isInIdat ? (findBox(view, meta, 'idat')?.from ?? 0) : 0
      const from = start + base + numberAt(view, at + indexBytes, offsetBytes)
      return { from, to: from + numberAt(view, at + indexBytes + offsetBytes, lengthBytes) }
    }
    at += extents * (indexBytes + offsetBytes + lengthBytes)
  }
  return null
}
