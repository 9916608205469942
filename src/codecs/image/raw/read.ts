import type { Size } from '#base/geometry.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { ServiceError } from '#contract/service-error.ts'
import { withOrientation } from '#formats/jpeg-orientation.ts'
import { type FoundJpegs, type Range, readPart } from './found-jpegs.ts'
import { readJpegHead } from './jpeg-head.ts'
import { findJpegsInBoxes } from './jpegs-in-boxes.ts'
import { findJpegsInDirectories, tiffOfDirectory } from './jpegs-in-directories.ts'

/** The position in Fujifilm's header of the JPEG's position and length. */
const rafJpeg = 84

/** The most JPEGs that are read: cameras write up to five; a hostile file may declare thousands. */
const mostJpegs = 16

/** The most pixels of a photo relative to its preview: a JPEG may have a tenth of each side, raw pixels a quarter. */
const mostReduced = { jpeg: 100, tiff: 16 } as const

const findJpegs = async (file: Blob, kind: FileKind): Promise<FoundJpegs> => {
  if (kind === 'cr3') return findJpegsInBoxes(file)
  if (kind !== 'raf') return findJpegsInDirectories(file, kind === 'tiff')
  const head = await readPart(file, rafJpeg, 8)
  return { ranges: head.byteLength < 8 ? [] : [{ start: head.getUint32(0), length: head.getUint32(4) }] }
}

/** A picture from a file, as a file of its own. */
export type LargestPicture = { readonly file: Blob; readonly kind: 'jpeg' | 'tiff' }

/**
 * The largest picture in a camera's raw photo, or in a TIFF, which may be an unrecognised raw photo: the first one, one
 * of a further directory, or a whole JPEG with its orientation. Only parts of the file are read, and the search ends at
 * directories that point at each other or outside the file. Rejects with `validation_error` if there is only a
 * thumbnail.
 */
export async function largestPicture(file: Blob, kind: FileKind): Promise<LargestPicture> {
  const { ranges, orientation, pictures = [] } = await findJpegs(file, kind)
  const [first] = pictures
  const jpeg = await largestJpeg(file, ranges)
  const largest = pictures.toSorted(byPixels).at(0)
  if (kind === 'tiff' && !(first && largest)) return { file, kind }
  const most = Math.max(pixelsOf(largest), pixelsOf(jpeg))
  // A camera's reduced picture belongs to a photo that no directory describes.
  const isThumbnail = first?.isReduced && first.isOfCamera && !jpeg && pixelsOf(first) === most
  const isWhole = (kind === 'tiff' || first?.isDeveloped) && !isThumbnail
  if (isWhole && pixelsOf(first) === most) return { file, kind: 'tiff' }
  const developed = pictures
    .filter(({ isDeveloped }) => isDeveloped)
    .toSorted(byPixels)
    .at(0)
  const turn = orientation !== undefined && orientation > 1 && orientation <= 8 ? orientation : 1
  if (developed && !isThumbnail && pixelsOf(developed) > pixelsOf(jpeg) && isEnough(developed, most, 'tiff'))
    return { file: await tiffOfDirectory(file, developed.at, turn), kind: 'tiff' }
  if (!jpeg || !isEnough(jpeg, most, 'jpeg'))
    throw new ServiceError('validation_error', {
      reason: 'raw_without_preview',
      params: { kind },
      fields: ['image_file'],
    })
  const isTurned = jpeg.isTurnSaid || turn === 1
  return { file: isTurned ? jpeg.file : withOrientation(jpeg.file, turn), kind: 'jpeg' }
}

const pixelsOf = (size: Size | null | undefined): number => (size ? size.width * size.height : 0)

const byPixels = (one: Size, other: Size): number => pixelsOf(other) - pixelsOf(one)

const isEnough = (size: Size, most: number, kind: LargestPicture['kind']): boolean =>
  pixelsOf(size) * mostReduced[kind] >= most

const largestJpeg = async (file: Blob, ranges: readonly Range[]) => {
  const inside = ranges.filter(({ start, length }) => start > 0 && length > 0 && start + length <= file.size)
  const apart = new Map(inside.map((range) => [`${range.start} ${range.length}`, range]))
  const longest = [...apart.values()].sort((one, other) => other.length - one.length).slice(0, mostJpegs)
  const found = await Promise.all(
    longest.map(async ({ start, length }) => {
      const jpeg = file.slice(start, start + length, 'image/jpeg')
      const head = await readJpegHead(jpeg)
      return head && { file: jpeg, ...head }
    }),
  )
  return (
    found
      .filter((jpeg) => jpeg !== null)
      .sort(byPixels)
      .at(0) ?? null
  )
}
