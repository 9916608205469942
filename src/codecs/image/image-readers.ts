import { type FileKind, isRawPhoto, type ReadableKind } from '#contract/file-kinds.ts'
import { loadPart } from '#contract/load-part.ts'
import { readFileKind } from '#contract/sniff.ts'
import { claimedSizes } from './claimed-size.ts'
import type { ImageReader } from './image-reader.ts'
import { browserReader } from './read-by-browser.ts'
import { decoderReader } from './read-by-decoder.ts'
import { headerReader } from './read-by-header.ts'

/** The reader of each kind. Decoders that few files need are loaded by their first file. */
const readers: Readonly<Record<ReadableKind, ImageReader>> = {
  jpeg: headerReader,
  png: {
    ...headerReader,
    readDeep: async (file) => (await loadPart(() => import('./png/read-deep.ts'))).readDeepPng(file),
  },
  webp: headerReader,
  avif: browserReader('avif', claimedSizes.avif),
  bmp: browserReader('bmp', claimedSizes.bmp),
  gif: browserReader('gif', claimedSizes.gif),
  ico: browserReader('ico'),
  heif: decoderReader('heif', async () => (await import('./heif/read.ts')).heifDecoder),
  jxl: decoderReader('jxl', async () => (await import('./jxl/read.ts')).jxlDecoder, claimedSizes.jxl),
  kra: decoderReader('kra', async () => (await import('./openraster/read.ts')).openRasterDecoder),
  ora: decoderReader('ora', async () => (await import('./openraster/read.ts')).openRasterDecoder),
  pnm: decoderReader('pnm', async () => (await import('./pnm/read.ts')).pnmDecoder),
  psd: decoderReader('psd', async () => (await import('./psd/read.ts')).psdDecoder),
  qoi: decoderReader('qoi', async () => (await import('./qoi/read.ts')).qoiDecoder),
  tga: decoderReader('tga', async () => (await import('./tga/read.ts')).tgaDecoder),
  tiff: decoderReader('tiff', async () => (await import('./tiff/read.ts')).tiffDecoder),
}

/** The picture of a file; of a raw photo the largest embedded one. */
type FoundPicture = {
  readonly file: Blob
  readonly kind: FileKind
  /** Null if this kind is not read. */
  readonly reader: ImageReader | null
}

/**
 * Finds the picture in a file, and its reader. Rejects with `validation_error` for a raw photo, also in the form of a
 * TIFF, without a complete preview.
 */
export const findPicture = async (file: Blob): Promise<FoundPicture> => {
  const kind = await readFileKind(file)
  if (isRawPhoto(kind) || kind === 'tiff') {
    const { largestPicture } = await loadPart(() => import('./raw/read.ts'))
    const found = await largestPicture(file, kind)
    return { ...found, reader: readers[found.kind] }
  }
  return { file, kind, reader: isDecoded(kind) ? readers[kind] : null }
}

const isDecoded = (kind: FileKind): kind is ReadableKind => Object.hasOwn(readers, kind)
