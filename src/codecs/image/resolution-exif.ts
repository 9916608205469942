import { concatBytes } from '#base/concat-bytes.ts'
import { toDirectory } from '#formats/tiff-directory.ts'
import type { PrintResolution } from './print-resolution.ts'

/** The byte order of a TIFF, its version, and the position of its directory. */
const head = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
const inches = 2

/** EXIF with only a print resolution (D-19): a TIFF block with one directory of three fields. */
export const toResolutionExif = ({ x, y }: PrintResolution): Uint8Array<ArrayBuffer> =>
  concatBytes([
    Uint8Array.from(head),
    toDirectory(
      [
        { tag: 0x011a, type: 'rational', values: [x] },
        { tag: 0x011b, type: 'rational', values: [y] },
        { tag: 0x0128, type: 'short', values: [inches] },
      ],
      head.length,
    ),
  ])
