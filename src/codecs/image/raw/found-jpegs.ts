import type { Size } from '#base/geometry.ts'

/** The byte range of a possible JPEG in a file. */
export type Range = { readonly start: number; readonly length: number }

/** A picture that a TIFF directory describes. */
export type DirectoryPicture = Size & {
  /** The byte position of the directory. */
  readonly at: number
  /** Whether it is marked as a reduced copy. */
  readonly isReduced: boolean
  /** Whether it names a camera maker. */
  readonly isOfCamera: boolean
  /** Whether its samples are colours, not those of a sensor. */
  readonly isDeveloped: boolean
}

/** The possible JPEGs of a camera in a file, and the picture's EXIF orientation, if known. */
export type FoundJpegs = {
  readonly ranges: readonly Range[]
  readonly orientation?: number | undefined
  /** Pictures from the first directory on; of TIFF-based files. */
  readonly pictures?: readonly DirectoryPicture[]
}

/** Reads a part of a file, up to its end. */
export const readPart = async (file: Blob, start: number, length: number): Promise<DataView<ArrayBuffer>> =>
  new DataView(await file.slice(start, start + length).arrayBuffer())
