import { readTiffDirectory, readTiffHead, tiffTypes } from './tiff.ts'

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

/** The first directory of a file, or the one at `directory`. Throws where it is not one, or is cut off. */
export const readTiffFields = (file: Uint8Array, directory?: number): TiffFields => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const head = readTiffHead(view)
  if (!head) throw new Error('The file is no TIFF.')
  const { littleEndian } = head
  const start = directory ?? head.first
  const { entries, isWhole, to, next } = readTiffDirectory(view, start, head)
  if (!isWhole) throw new Error('The directory is cut off.')

  const find = (tag: number) => {
    const entry = entries.find((each) => each.tag === tag)
    const [size, read] = (entry && tiffTypes[entry.type]) ?? []
    if (!entry || !size || !read) return null
    const { values, place, offset } = entry
    const at = offset ?? place
    if (at + values * size > file.length) throw new Error('The values of a field are cut off.')
    return values === 0 ? null : { at, values, size, read }
  }
  return {
    littleEndian,
    start,
    bytesLong: to - start,
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
    next,
  }
}
