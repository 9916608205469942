import type { Size } from '#base/geometry.ts'

/** Where a JPEG may stand in a file. */
export type Range = { readonly start: number; readonly length: number }

/** A picture that a directory of TIFF describes. */
export type DirectoryPicture = Size & {
  /** Where the directory is. */
  readonly at: number
  /** It says that a larger one of the same is in the file. */
  readonly isReduced: boolean
  /** It names the maker of a camera. */
  readonly isOfCamera: boolean
  /** Its samples are colours, and not those of a sensor. */
  readonly isDeveloped: boolean
}

/**
 * The JPEGs that the camera may have written into a file, and how the picture is turned (EXIF's Orientation), if that
 * is said.
 */
export type FoundJpegs = {
  readonly ranges: readonly Range[]
  readonly orientation?: number | undefined
  /** From the first directory on; of files that are built as TIFF. */
  readonly pictures?: readonly DirectoryPicture[]
}

/** Reads a part of a file, or as much of it as is there. */
export const readPart = async (file: Blob, start: number, length: number): Promise<DataView<ArrayBuffer>> =>
  new DataView(await file.slice(start, start + length).arrayBuffer())
