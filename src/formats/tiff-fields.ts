import { readTiffDirectory, readTiffHead, tiffTypes } from './tiff.ts'

/** The fields of one directory of a TIFF or BigTIFF file. */
export type TiffFields = {
  readonly littleEndian: boolean
  /** The values of a tag; null if the directory lacks it. Throws if they lie outside the file. */
  readonly values: (tag: number) => readonly number[] | null
  /** The first value of a tag; `usual` if the directory lacks it. */
  readonly value: (tag: number, usual: number) => number
  /** The bytes of a tag; undefined if the directory lacks it. */
  readonly bytes: (tag: number) => Uint8Array | undefined
  /** The byte position of the directory in the file. */
  readonly start: number
  /** Bytes of the directory, without values stored elsewhere. */
  readonly bytesLong: number
  /** The byte position of the next directory; 0 after the last. */
  readonly next: number
}

/** The directory at `directory`, by default the first. Throws if the file is no TIFF, or the directory is cut off. */
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
