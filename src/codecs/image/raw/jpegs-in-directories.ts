import { orientationTag } from '#formats/orientation.ts'
import { readTiffDirectory } from '#formats/tiff.ts'
import { type DirectoryPicture, type FoundJpegs, type Range, readPart } from './found-jpegs.ts'

/** Tags of TIFF 6.0, TIFF/EP and EXIF 2.3 for positions of JPEGs and further directories. */
const tags = {
  subfileType: 254,
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  make: 271,
  stripOffsets: 273,
  stripByteCounts: 279,
  subDirectories: 330,
  jpegStart: 513,
  jpegLength: 514,
  exif: 34665,
  makerNote: 37500,
} as const
/** Panasonic: the whole JPEG is the value of this tag. */
const jpegFromRaw = 46
/** Tags of Olympus' maker notes: a directory, and in it the position and length of the preview. */
const olympus = { camera: 0x2020, start: 0x0101, length: 0x0102 } as const

/** JPEG of TIFF 6.0, and of its Technical Note 2. */
const [oldJpeg, newJpeg] = [6, 7]

/** PhotometricInterpretation of TIFF 6.0: grey, RGB, palette and YCbCr. */
const developedColors = [0, 1, 2, 3, 6]
/** A bit of NewSubfileType. */
const reducedResolution = 1
/** BigTIFF has other directories; no camera writes it. */
const bigTiff = 43

/** A limit above any camera's directories. */
const maxDirectories = 64

type Entry = {
  readonly count: number
  readonly value: number
  readonly valueAt: number
}
type Directory = { readonly entries: ReadonlyMap<number, Entry>; readonly next: number }

/**
 * Finds the pictures of a file that is built as TIFF, and JPEGs in it: in its directories, those below them, and known
 * maker notes.
 * `hasPages`: directories after a first one in full size are further pictures, as in a scan, and not the same one.
 */
export async function findJpegsInDirectories(file: Blob, hasPages: boolean): Promise<FoundJpegs> {
  const head = await readPart(file, 0, 8)
  const littleEndian = head.byteLength === 8 && head.getUint16(0) === 0x4949
  if (head.byteLength < 8 || head.getUint16(2, littleEndian) === bigTiff) return { ranges: [] }
  const waiting = [head.getUint32(4, littleEndian)]
  const seen = new Set<number>()
  const ranges: Range[] = []
  const pictures: DirectoryPicture[] = []
  let orientation: number | undefined
  while (waiting.length > 0 && seen.size < maxDirectories) {
    const at = waiting.shift() ?? 0
    if (at === 0 || seen.has(at)) continue
    seen.add(at)
    const { entries, next } = await readDirectory(file, at, littleEndian)
    orientation ??= entries.get(orientationTag)?.value
    ranges.push(...jpegsOf(entries))
    const picture = pictureOf(entries, at)
    if (picture) pictures.push(picture)
    const isPage = hasPages && seen.size === 1 && !picture?.isReduced
    const below = entries.get(tags.subDirectories)
    waiting.push(
      isPage ? 0 : next,
      entries.get(tags.exif)?.value ?? 0,
      ...(below ? await numbersOf(file, below, littleEndian) : []),
    )
    const note = entries.get(tags.makerNote)
    if (note) ranges.push(...(await findInOlympusNote(file, note.value, littleEndian)))
  }
  return { ranges, orientation, pictures }
}

const pictureOf = (entries: Directory['entries'], at: number): DirectoryPicture | null => {
  const numberOf = (tag: number) => entries.get(tag)?.value ?? 0
  const [width, height] = [numberOf(tags.width), numberOf(tags.height)]
  if (width === 0 || height === 0) return null
  const isReduced = (numberOf(tags.subfileType) & reducedResolution) !== 0
  return {
    width,
    height,
    at,
    isReduced,
    isOfCamera: entries.has(tags.make),
    isDeveloped: isDeveloped(entries),
  }
}

/** Whole JPEGs are found as JPEGs; old-style ones in pieces are not read. */
const isDeveloped = (entries: Directory['entries']): boolean =>
  developedColors.includes(entries.get(tags.photometric)?.value ?? -1) &&
  !isWholeJpeg(entries) &&
  entries.get(tags.compression)?.value !== oldJpeg

const isWholeJpeg = (entries: Directory['entries']): boolean =>
  entries.get(tags.stripOffsets)?.count === 1 &&
  [oldJpeg, newJpeg].includes(entries.get(tags.compression)?.value ?? 1)

const jpegsOf = (entries: Directory['entries']): readonly Range[] => {
  const numberOf = (tag: number) => entries.get(tag)?.value ?? 0
  const strips = entries.get(tags.stripOffsets)
  const whole = entries.get(jpegFromRaw)
  return [
    { start: numberOf(tags.jpegStart), length: numberOf(tags.jpegLength) },
    ...(strips && isWholeJpeg(entries)
      ? [{ start: strips.value, length: numberOf(tags.stripByteCounts) }]
      : []),
    ...(whole ? [{ start: whole.value, length: whole.count }] : []),
  ]
}

/** The directory at a position in the file; empty if there is none. Its offsets count from `base`. */
async function readDirectory(file: Blob, at: number, littleEndian: boolean, base = 0): Promise<Directory> {
  const head = await readPart(file, at, 2)
  const count = head.byteLength < 2 ? 0 : head.getUint16(0, littleEndian)
  const view = await readPart(file, at, 2 + count * 12 + 4)
  const directory = readTiffDirectory(view, 0, { littleEndian, isBig: false })
  const entries = new Map<number, Entry>()
  for (const { tag, type, values, place, offset } of directory.entries) {
    const isShort = type === 3 && values === 1
    const value = isShort ? view.getUint16(place, littleEndian) : view.getUint32(place, littleEndian)
    entries.set(tag, { count: values, value, valueAt: offset === null ? at + place : base + offset })
  }
  return { entries, next: directory.next }
}

/** The values of an entry of LONGs, such as positions of further directories. */
const numbersOf = async (file: Blob, { count, valueAt }: Entry, littleEndian: boolean): Promise<number[]> => {
  const view = await readPart(file, valueAt, 4 * Math.min(count, maxDirectories))
  return Array.from({ length: view.byteLength >> 2 }, (_, index) => view.getUint32(4 * index, littleEndian))
}

/** The heads of Olympus' maker notes, and their lengths. Offsets count from the start of the notes. */
const olympusHeads = [
  [/^OLYMPUS\0/, 12],
  [/^OM SYSTEM\0/, 16],
] as const

async function findInOlympusNote(file: Blob, at: number, littleEndian: boolean): Promise<readonly Range[]> {
  const start = await readPart(file, at, 16)
  const text = String.fromCharCode(...new Uint8Array(start.buffer))
  const [, headBytes] = olympusHeads.find(([mark]) => mark.test(text)) ?? []
  if (headBytes === undefined) return []
  const { entries: note } = await readDirectory(file, at + headBytes, littleEndian, at)
  const camera = note.get(olympus.camera)
  if (!camera) return []
  const { entries } = await readDirectory(file, at + camera.value, littleEndian, at)
  return [
    { start: at + (entries.get(olympus.start)?.value ?? 0), length: entries.get(olympus.length)?.value ?? 0 },
  ]
}

/** A TIFF whose first picture is that of a directory in the file, with this orientation if the directory has none. */
export async function tiffOfDirectory(file: Blob, at: number, orientation: number): Promise<Blob> {
  const head = await readPart(file, 0, 8)
  const littleEndian = head.getUint16(0) === 0x4949
  const { entries } = await readDirectory(file, at, littleEndian)
  const fields = new Uint8Array((await readPart(file, at + 2, entries.size * 12)).buffer)
  const extra = entries.has(orientationTag) ? 0 : 12
  const directory = new DataView(new ArrayBuffer(2 + fields.length + extra + 4))
  const bytes = new Uint8Array(directory.buffer)
  directory.setUint16(0, (fields.length + extra) / 12, littleEndian)
  bytes.set(fields, 2)
  if (extra > 0) {
    directory.setUint16(2 + fields.length, orientationTag, littleEndian)
    directory.setUint16(4 + fields.length, 3, littleEndian)
    directory.setUint32(6 + fields.length, 1, littleEndian)
    directory.setUint16(10 + fields.length, orientation, littleEndian)
  }
  head.setUint16(2, 42, littleEndian)
  head.setUint32(4, file.size, littleEndian)
  return new Blob([head, file.slice(8), directory], { type: 'image/tiff' })
}
