/** Where a JPEG may stand in a file. */
export type Range = { readonly start: number; readonly length: number }

/** The JPEGs that the camera may have written into a file, and how the picture is turned (EXIF's Orientation), if that is said. */
export type FoundJpegs = { readonly ranges: readonly Range[]; readonly orientation?: number | undefined }

/** Reads a part of a file, or as much of it as is there. */
export const readPart = async (file: Blob, start: number, length: number): Promise<DataView> =>
  new DataView(await file.slice(start, start + length).arrayBuffer())
