import { type ReadTiffValue, tiffNumberTypes } from '#formats/tiff.ts'

/** The fields of one directory of a TIFF or BigTIFF file. */
export type TiffFields = {
  readonly littleEndian: boolean
  /** The values of a tag; null where the directory has none. Throws where they lie outside of the file. */
  readonly values: (tag: number) => readonly number[] | null
  /** The first value of a tag; `usual` where the directory has none. */
  readonly value: (tag: number, usual: number) => number
  /** The bytes of a tag; undefined where the directory has none. */
  readonly bytes: (tag: number) => Uint8Array | undefined
  /** Where the directory is in the file. */
  readonly start: number
  /** How many bytes the directory has, without values that stand elsewhere. */
  readonly bytesLong: number
  /** Where the next directory is in the file; 0 after the last one. */
  readonly next: number
}

const long8: ReadTiffValue = (view, at, littleEndian) => Number(view.getBigUint64(at, littleEndian))
const byte: ReadTiffValue = (view, at) => view.getUint8(at)
const long: ReadTiffValue = (view, at, littleEndian) => view.getUint32(at, littleEndian)

/** All types of values: those of numbers in EXIF, text and bytes, floating point, and those of BigTIFF. */
const types: typeof tiffNumberTypes = {
  ...tiffNumberTypes,
  2: [1, byte],
  7: [1, byte],
  11: [4, (view, at, littleEndian) => view.getFloat32(at, littleEndian)],
  12: [8, (view, at, littleEndian) => view.getFloat64(at, littleEndian)],
  13: [4, long],
  16: [8, long8],
  17: [8, (view, at, littleEndian) => Number(view.getBigInt64(at, littleEndian))],
  18: [8, long8],
}

/** The lengths in bytes of a directory's count, of an entry, and of the number of values in an entry. */
const classic = { count: 2, entry: 12, values: 4 } as const
const big = { count: 8, entry: 20, values: 8 } as const

/** The first directory of a file, or the one at `directory`. Throws where it is not one, or is cut off. */
export const readTiffFields = (file: Uint8Array, directory?: number): TiffFields => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const littleEndian = view.getUint16(0) === 0x4949
  if (!littleEndian && view.getUint16(0) !== 0x4d4d) throw new Error('The file has no byte order.')
  const version = view.getUint16(2, littleEndian)
  if (version !== 42 && version !== 43) throw new Error('The file is no TIFF.')
  const sizes = version === 43 ? big : classic
  const offset: ReadTiffValue = version === 43 ? long8 : long
  const start = directory ?? offset(view, version === 43 ? 8 : 4, littleEndian)
  const count = version === 43 ? long8(view, start, littleEndian) : view.getUint16(start, littleEndian)
  const entries = new Map<number, number>()
  const end = start + sizes.count + count * sizes.entry
  if (end > file.length) throw new Error('The directory is cut off.')
  for (let at = start + sizes.count; at < end; at += sizes.entry)
    if (!entries.has(view.getUint16(at, littleEndian))) entries.set(view.getUint16(at, littleEndian), at)

  const find = (tag: number) => {
    const entry = entries.get(tag)
    if (entry === undefined) return null
    const [size, read] = types[view.getUint16(entry + 2, littleEndian)] ?? []
    if (!size || !read) return null
    const values = offset(view, entry + 4, littleEndian)
    const inside = entry + 4 + sizes.values
    const at = values * size <= sizes.values ? inside : offset(view, inside, littleEndian)
    if (at + values * size > file.length) throw new Error('The values of a field are cut off.')
    return values === 0 ? null : { at, values, size, read }
  }
  return {
    littleEndian,
    start,
    bytesLong: end - start,
    values: (tag) => {
      const found = find(tag)
      if (!found) return null
      const { at, values, size, read } = found
      return Array.from({ length: values }, (_, index) => read(view, at + index * size, littleEndian))
    },
    value: (tag, usual) => {
      const found = find(tag)
      return found ? found.read(view, found.at, littleEndian) : usual
    },
    bytes: (tag) => {
      const found = find(tag)
      return found ? file.slice(found.at, found.at + found.values * found.size) : undefined
    },
    next: end + sizes.values <= file.length ? offset(view, end, littleEndian) : 0,
  }
}
