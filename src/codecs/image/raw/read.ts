import { withOrientation } from '#base/jpeg-orientation.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type FoundJpegs, readPart } from './found-jpegs.ts'
import { readJpegHead } from './jpeg-head.ts'
import { findJpegsInBoxes } from './jpegs-in-boxes.ts'
import { findJpegsInDirectories } from './jpegs-in-directories.ts'

/** Of Fujifilm's header: where the JPEG stands, and its length. */
const rafJpeg = 84

const findJpegs = async (file: Blob, kind: FileKind): Promise<FoundJpegs> => {
  if (kind === 'cr3') return findJpegsInBoxes(file)
  if (kind !== 'raf') return findJpegsInDirectories(file)
  const head = await readPart(file, rafJpeg, 8)
  return { ranges: head.byteLength < 8 ? [] : [{ start: head.getUint32(0), length: head.getUint32(4) }] }
}

/**
 * The largest whole JPEG in a camera's raw photo, as a file of its own that says how it is turned. Only its parts are read,
 * and directories that point at each other or outside of the file end the search there. Rejects with `validation_error` where
 * there is none.
 */
export async function rawPreview(file: Blob, kind: FileKind): Promise<Blob> {
  const { ranges, orientation } = await findJpegs(file, kind)
  const previews = await Promise.all(
    ranges
      .filter(({ start, length }) => start > 0 && length > 0 && start + length <= file.size)
      .map(async ({ start, length }) => {
        const jpeg = file.slice(start, start + length, 'image/jpeg')
        const head = await readJpegHead(jpeg)
        return head && { jpeg, ...head }
      }),
  )
  const [largest] = previews
    .filter((preview) => preview !== null)
    .sort((a, b) => b.width * b.height - a.width * a.height)
  if (!largest)
    throw new ServiceError('validation_error', {
      reason: 'raw_without_preview',
      params: { kind },
      fields: ['image_file'],
    })
  const { jpeg, isTurnSaid } = largest
  const turn =
    !isTurnSaid && orientation !== undefined && orientation > 1 && orientation <= 8 ? orientation : 1
  return turn === 1 ? jpeg : withOrientation(jpeg, turn)
}
