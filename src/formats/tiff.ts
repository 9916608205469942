/** A number of a TIFF directory, as EXIF stores them, and where it stands, so that it can be replaced. */
type TiffValue = {
  readonly value: number
  readonly isInteger: boolean
  readonly isSigned: boolean
  readonly at: number
  /** How many bytes it takes. */
  readonly bytes: number
  readonly littleEndian: boolean
}

/** Reads one value of a field. */
export type ReadTiffValue = (view: DataView, at: number, littleEndian: boolean) => number

/** A type of values: its length in bytes, and how it is read. */
type TiffType = readonly [bytes: number, read: ReadTiffValue]

const rational =
  (name: 'getUint32' | 'getInt32'): ReadTiffValue =>
  (view, at, littleEndian) =>
    view[name](at, littleEndian) / view[name](at + 4, littleEndian)

/** The types of numbers that EXIF has (TIFF 6.0, section 2). */
export const tiffNumberTypes: Readonly<Record<number, TiffType>> = {
  1: [1, (view, at) => view.getUint8(at)],
  3: [2, (view, at, littleEndian) => view.getUint16(at, littleEndian)],
  4: [4, (view, at, littleEndian) => view.getUint32(at, littleEndian)],
  5: [8, rational('getUint32')],
  6: [1, (view, at) => view.getInt8(at)],
  8: [2, (view, at, littleEndian) => view.getInt16(at, littleEndian)],
  9: [4, (view, at, littleEndian) => view.getInt32(at, littleEndian)],
  10: [8, rational('getInt32')],
}

const signedTypes = [6, 8, 9, 10]

/**
 * A field of a TIFF directory (TIFF 6.0, section 2): the number of its type, how many values it has, where its entry
 * is.
 */
type TiffField = {
  readonly type: number
  readonly values: number
  readonly entry: number
  readonly littleEndian: boolean
}

/** The field of a tag in the first directory of the TIFF block at `start`, before `limit`. */
const findTiffField = (view: DataView, start: number, limit: number, tag: number): TiffField | undefined => {
  if (start + 14 > limit) return undefined
  const order = view.getUint16(start)
  if (order !== 0x4949 && order !== 0x4d4d) return undefined
  const littleEndian = order === 0x4949
  if (view.getUint16(start + 2, littleEndian) !== 42) return undefined
  const directory = start + view.getUint32(start + 4, littleEndian)
  if (directory + 2 > limit) return undefined
  const count = view.getUint16(directory, littleEndian)
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > limit) return undefined
    if (view.getUint16(entry, littleEndian) !== tag) continue
    const values = view.getUint32(entry + 4, littleEndian)
    return { type: view.getUint16(entry + 2, littleEndian), values, entry, littleEndian }
  }
  return undefined
}

/**
 * Finds the first number of a tag in the first directory of the TIFF block at `start`..`end` of `view`. Broken or
 * missing EXIF gives undefined: it never makes a picture unreadable.
 */
export const findTiffValue = (
  view: DataView,
  start: number,
  end: number,
  tag: number,
): TiffValue | undefined => {
  const limit = Math.min(end, view.byteLength)
  const field = findTiffField(view, start, limit, tag)
  const type = field && tiffNumberTypes[field.type]
  if (!type || field.values === 0) return undefined
  const { values, entry, littleEndian } = field
  const [bytes, read] = type
  const at = bytes * values <= 4 ? entry + 8 : start + view.getUint32(entry + 8, littleEndian)
  if (at + bytes > limit) return undefined
  const isSigned = signedTypes.includes(field.type)
  return { value: read(view, at, littleEndian), isInteger: bytes < 8, isSigned, at, bytes, littleEndian }
}

/** Whether the first directory of the TIFF file that `view` is the start of has a field of this tag. */
export const hasTiffField = (view: DataView, tag: number): boolean =>
  findTiffField(view, 0, view.byteLength, tag) !== undefined

/** The text of a tag in that directory (type 2, ASCII); empty where it is missing or not within `view`. */
export const findTiffText = (view: DataView, tag: number): string => {
  const field = findTiffField(view, 0, view.byteLength, tag)
  if (field?.type !== 2) return ''
  const { values, entry, littleEndian } = field
  const at = values <= 4 ? entry + 8 : view.getUint32(entry + 8, littleEndian)
  if (at + values > view.byteLength) return ''
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, values)).replace(
    /\0.*$/s,
    '',
  )
}
