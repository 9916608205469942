/** A number in a TIFF directory, as in EXIF, with its position, so that it can be replaced. */
type TiffValue = {
  readonly value: number
  readonly isInteger: boolean
  readonly isSigned: boolean
  readonly at: number
  /** The length of the number. */
  readonly bytes: number
  readonly littleEndian: boolean
}

/** Reads one value of a field. */
type ReadTiffValue = (view: DataView, at: number, littleEndian: boolean) => number

/** The bytes of a value, and its reader. */
type TiffType = readonly [bytes: number, read: ReadTiffValue]

const rational =
  (name: 'getUint32' | 'getInt32'): ReadTiffValue =>
  (view, at, littleEndian) =>
    view[name](at, littleEndian) / view[name](at + 4, littleEndian)

const byte: ReadTiffValue = (view, at) => view.getUint8(at)
const long: ReadTiffValue = (view, at, littleEndian) => view.getUint32(at, littleEndian)
const long8: ReadTiffValue = (view, at, littleEndian) => Number(view.getBigUint64(at, littleEndian))

/** The field types by number (TIFF 6.0, section 2; BigTIFF). */
export const tiffTypes: Readonly<Record<number, TiffType>> = {
  1: [1, byte],
  2: [1, byte],
  3: [2, (view, at, littleEndian) => view.getUint16(at, littleEndian)],
  4: [4, long],
  5: [8, rational('getUint32')],
  6: [1, (view, at) => view.getInt8(at)],
  7: [1, byte],
  8: [2, (view, at, littleEndian) => view.getInt16(at, littleEndian)],
  9: [4, (view, at, littleEndian) => view.getInt32(at, littleEndian)],
  10: [8, rational('getInt32')],
  11: [4, (view, at, littleEndian) => view.getFloat32(at, littleEndian)],
  12: [8, (view, at, littleEndian) => view.getFloat64(at, littleEndian)],
  13: [4, long],
  16: [8, long8],
  17: [8, (view, at, littleEndian) => Number(view.getBigInt64(at, littleEndian))],
  18: [8, long8],
}

/** Types of numbers in EXIF. */
const exifTypes = [1, 3, 4, 5, 6, 8, 9, 10]
const signedTypes = [6, 8, 9, 10]

/** The byte order of a TIFF, whether it is a BigTIFF, and the position of its first directory. */
type TiffHead = { readonly littleEndian: boolean; readonly isBig: boolean; readonly first: number }

/** The head of the TIFF block at `start`; null if there is none. */
export const readTiffHead = (view: DataView, start = 0): TiffHead | null => {
  if (start + 8 > view.byteLength) return null
  const order = view.getUint16(start)
  const littleEndian = order === 0x4949
  const version = view.getUint16(start + 2, littleEndian)
  if ((!littleEndian && order !== 0x4d4d) || (version !== 42 && version !== 43)) return null
  const isBig = version === 43
  if (isBig && start + 16 > view.byteLength) return null
  return { littleEndian, isBig, first: (isBig ? long8 : long)(view, start + (isBig ? 8 : 4), littleEndian) }
}

/**
 * An entry of a directory (TIFF 6.0, section 2). `values` is their count; `offset` is their position in the block, or
 * null if they are in the entry itself, at `place`.
 */
type TiffEntry = {
  readonly tag: number
  readonly type: number
  readonly values: number
  readonly place: number
  readonly offset: number | null
}

/** The directory at `at`: its complete entries before `limit`, and the position of the next directory, or 0. */
export const readTiffDirectory = (
  view: DataView,
  at: number,
  { littleEndian, isBig }: Omit<TiffHead, 'first'>,
  limit = view.byteLength,
) => {
  // Bytes of the entry count, of an entry, and of a value count.
  const [countBytes, entryBytes, valueBytes, read] = isBig
    ? ([8, 20, 8, long8] as const)
    : ([2, 12, 4, long] as const)
  const entries: TiffEntry[] = []
  if (at + countBytes > limit) return { entries, isWhole: false, to: limit, next: 0 }
  const count = isBig ? long8(view, at, littleEndian) : view.getUint16(at, littleEndian)
  const to = at + countBytes + count * entryBytes
  for (let from = at + countBytes; from < to && from + entryBytes <= limit; from += entryBytes) {
    const [tag, type] = [view.getUint16(from, littleEndian), view.getUint16(from + 2, littleEndian)]
    const [values, place] = [read(view, from + 4, littleEndian), from + 4 + valueBytes]
    const isInside = (tiffTypes[type]?.[0] ?? 1) * values <= valueBytes
    entries.push({ tag, type, values, place, offset: isInside ? null : read(view, place, littleEndian) })
  }
  return {
    entries,
    isWhole: to <= limit,
    to,
    next: to + valueBytes <= limit ? read(view, to, littleEndian) : 0,
  }
}

/** A field of the first directory of the TIFF block at `start`, before `limit`, and the position of its values. */
const findTiffField = (view: DataView, start: number, limit: number, tag: number) => {
  const head = readTiffHead(view, start)
  if (!head || head.isBig) return undefined
  const { entries } = readTiffDirectory(view, start + head.first, head, limit)
  const entry = entries.find((each) => each.tag === tag)
  if (!entry) return undefined
  const { type, values, place, offset } = entry
  return { type, values, at: offset === null ? place : start + offset, littleEndian: head.littleEndian }
}

/**
 * The first number of a tag in the first directory of the TIFF block at `start`..`end` of `view`. Broken or missing
 * EXIF gives undefined, since it must not make a picture unreadable.
 */
export const findTiffValue = (
  view: DataView,
  start: number,
  end: number,
  tag: number,
): TiffValue | undefined => {
  const limit = Math.min(end, view.byteLength)
  const field = findTiffField(view, start, limit, tag)
  const [bytes, read] = (field && exifTypes.includes(field.type) && tiffTypes[field.type]) || []
  if (!field || !bytes || !read || field.values === 0 || field.at + bytes > limit) return undefined
  const { type, at, littleEndian } = field
  const isSigned = signedTypes.includes(type)
  return { value: read(view, at, littleEndian), isInteger: bytes < 8, isSigned, at, bytes, littleEndian }
}

/** Whether the first directory of the TIFF that begins with `view` has a tag. */
export const hasTiffField = (view: DataView, tag: number): boolean =>
  findTiffField(view, 0, view.byteLength, tag) !== undefined

/** The text of a tag in that directory (type 2, ASCII); empty if it is missing or not within `view`. */
export const findTiffText = (view: DataView, tag: number): string => {
  const field = findTiffField(view, 0, view.byteLength, tag)
  if (field?.type !== 2) return ''
  const { values, at } = field
  if (at + values > view.byteLength) return ''
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, values)).replace(
    /\0.*$/s,
    '',
  )
}
