import type { FileKind } from '#contract/file-kinds.ts'
import { type LeftOut, leftOut } from '#contract/left-out.ts'
import { loadPart } from '#contract/load-part.ts'
import { readFileKind } from '#contract/sniff.ts'
import { frameReaders, isMovingKind } from '#formats/moving-pictures.ts'
import { readTiffFields } from '#formats/tiff-fields.ts'
import { heifExtras } from './heif/heif-extras.ts'
import { jpegExtras } from './jpeg/jpeg-extras.ts'
import { readPsdHead } from './psd/psd-head.ts'
import { tags } from './tiff/tiff-layout.ts'

/** The most frames that are counted. */
const maxFrames = 10_000

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

const further = (kind: 'pictures' | 'pages', count: number) => (count > 1 ? [leftOut(kind, count - 1)] : [])

const movingExtras = async (file: Blob, kind: FileKind) =>
  isMovingKind(kind)
    ? further('pictures', (await frameReaders[kind](file, { maxFrames }))?.delays.length ?? 0)
    : []

/** Bits of NewSubfileType: a reduced copy, and a mask. */
const noPicture = 1 | 4

/** The number of pictures in a TIFF, without reduced copies and masks. */
const countPages = (file: Uint8Array): number => {
  let pages = 0
  // Directories may point at each other endlessly, and overlap by thousands.
  const seen = new Set<number>()
  let walked = 0
  try {
    let fields = readTiffFields(file)
    while (!seen.has(fields.start) && walked + fields.bytesLong <= file.length) {
      seen.add(fields.start)
      walked += fields.bytesLong
      const isPicture = (fields.value(tags.subfileType, 0) & noPicture) === 0
      if (isPicture && fields.value(tags.width, 0) > 0) pages++
      if (fields.next === 0) break
      fields = readTiffFields(file, fields.next)
    }
  } catch {
    // The last directory is cut off.
  }
  return pages
}

const mergedLayers = (layers: number) => (layers > 1 ? [leftOut('layers', layers)] : [])

const documentExtras = (kind: 'kra' | 'ora') => async (file: Blob) =>
  mergedLayers(await (await loadPart(() => import('./openraster/read.ts'))).countLayers(file, kind))

/** The reader of the further content of each kind; other kinds have none. */
const extras: Partial<Record<FileKind, (file: Blob, kind: FileKind) => Promise<readonly LeftOut[]>>> = {
  jpeg: async (file) => jpegExtras(await bytesOf(file)),
  png: movingExtras,
  webp: movingExtras,
  gif: movingExtras,
  avif: heifExtras,
  heif: heifExtras,
  jxl: async (file) =>
    further('pictures', await (await loadPart(() => import('./jxl/read.ts'))).countFrames(file)),
  tiff: async (file) => further('pages', countPages(await bytesOf(file))),
  kra: documentExtras('kra'),
  ora: documentExtras('ora'),
  psd: async (file) => {
    const { layers, extraChannels } = readPsdHead(await bytesOf(file))
    return [...mergedLayers(layers), ...(extraChannels > 0 ? [leftOut('channels', extraChannels)] : [])]
  },
}

/** The content of a picture file that its result lacks. Never rejects: unreadable content is left out. */
export const readPictureExtras = async (file: Blob): Promise<readonly LeftOut[]> => {
  try {
    const kind = await readFileKind(file)
    return (await extras[kind]?.(file, kind)) ?? []
  } catch {
    return []
  }
}
