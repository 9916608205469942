import { limits } from '#contract/limits.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { type FileKind, readFileKind } from './file-kind.ts'
import { type OpenPicture, openPicture, type WrittenType } from './open-picture.ts'

type Size = { readonly width: number; readonly height: number }

/** A picture as a service takes it, and what was done to it for that, in words. */
export type PreparedUpload = { readonly file: File; readonly note: string | null }

type Picture = {
  readonly file: Blob
  readonly name: string
  /** In pixels, where it is known already. */
  readonly size: Size | null
}

const { maxBytes, maxPixels, maxSide } = limits.image

/** What services take (D-2), and what browsers may decode beside it. */
const takenKinds: ReadonlySet<FileKind> = new Set(['jpeg', 'png', 'webp'])
const convertedKinds: Readonly<Partial<Record<FileKind, string>>> = {
  heic: 'HEIC',
  avif: 'AVIF',
  gif: 'GIF',
  bmp: 'BMP',
  tiff: 'TIFF',
  jxl: 'JPEG XL',
}

/** Photos in practice; the others may be see-through and must stay so. */
const opaqueKinds: ReadonlySet<FileKind> = new Set(['jpeg', 'heic', 'bmp', 'tiff'])

/** What has to be done on this device before a picture can be sent; null where it goes as it is. */
export const preparationNote = (kind: FileKind, bytes: number, size: Size | null): string | null => {
  const name = convertedKinds[kind]
  if (name) return `${name} is converted on this device first: services take JPEG, PNG and WebP.`
  if (!takenKinds.has(kind)) return null
  if (bytes > maxBytes || tooManyPixels(size))
    return `It is made smaller on this device first: services take up to ${formatBytes(maxBytes)} and 100 megapixels.`
  return null
}

/**
 * Makes a picture fit what services take (Spec, Limits; D-2, D-7): another format is converted, one that
 * is too large is written anew, with fewer pixels where that is not enough. Anything else is left as it
 * is. Rejects with `validation_error` where this browser cannot read it, with `image_too_large` where
 * nothing makes it small enough. Nothing leaves this device here.
 */
export async function prepareUpload(
  { file, name, size }: Picture,
  signal?: AbortSignal,
  open: (file: Blob) => Promise<OpenPicture> = openPicture,
): Promise<PreparedUpload> {
  const kind = await readFileKind(file)
  if (preparationNote(kind, file.size, size) === null)
    return { file: file instanceof File ? file : new File([file], name, { type: file.type }), note: null }
  const picture = await open(file).catch((cause: unknown) => {
    throw takenKinds.has(kind)
      ? new ServiceError('image_too_large', { cause })
      : new ServiceError('validation_error', {
          reason: 'image_kind_unconvertible',
          params: { kind: convertedKinds[kind] ?? kind },
          fields: ['image_file'],
          cause,
        })
  })
  try {
    const written = await fitted(picture, typesFor(kind, file.size), signal)
    const { extension, label } = formatOf(written.blob.type)
    const base = name.replace(/\.[^.]*$/, '') || 'picture'
    return {
      file: new File([written.blob], `${base}.${extension}`, { type: written.blob.type }),
      note: noteOf(convertedKinds[kind], label, file.size, picture, written),
    }
  } finally {
    picture.close()
  }
}

type Written = { readonly blob: Blob; readonly size: Size }

/** How often a picture is made smaller before it is given up. */
const maxShrinks = 6

/** The formats at full size first, then fewer and fewer pixels of the last of them. */
async function fitted(
  picture: OpenPicture,
  types: readonly [WrittenType, ...WrittenType[]],
  signal: AbortSignal | undefined,
): Promise<Written> {
  const write = async (type: WrittenType, scale: number): Promise<Written> => {
    signal?.throwIfAborted()
    const size = scaled(picture, scale)
    return { blob: await picture.write(type, size.width, size.height), size }
  }
  const { width, height } = picture
  let scale = Math.min(1, Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height))
  for (const type of types) {
    let written = await write(type, scale)
    const shrinks = type === types.at(-1) ? maxShrinks : 0
    for (let turn = 0; turn < shrinks && written.blob.size > maxBytes; turn += 1) {
      // Bytes follow the area; a little less, since fine detail costs more than its share.
      scale *= Math.sqrt(maxBytes / written.blob.size) * 0.95
      written = await write(type, scale)
    }
    if (written.blob.size <= maxBytes) return written
  }
  throw new ServiceError('image_too_large')
}

/** Without loss where that may fit, see-through where it may have been. */
const typesFor = (kind: FileKind, bytes: number): readonly [WrittenType, ...WrittenType[]] => {
  if (opaqueKinds.has(kind)) return ['image/jpeg']
  return bytes > maxBytes ? ['image/webp'] : ['image/png', 'image/webp']
}

const formatOf = (type: string) =>
  Object.values(imageFormats).find(({ mime }) => mime === type) ?? imageFormats.png

const tooManyPixels = (size: Size | null): boolean =>
  size !== null && (size.width * size.height > maxPixels || Math.max(size.width, size.height) > maxSide)

/** Never above the limit: rounded down. */
const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
})

/** `Converted from AVIF to PNG before it was sent`, `Made smaller before it was sent: 24 MB to 18 MB, 6400 × 4800` */
const noteOf = (
  from: string | undefined,
  to: string,
  bytes: number,
  before: Size,
  { blob, size }: Written,
): string => {
  const isSmaller = size.width < before.width || size.height < before.height
  const amount = `${formatBytes(bytes)} to ${formatBytes(blob.size)}${isSmaller ? `, ${formatPixelSize(before)} to ${formatPixelSize(size)}` : ''}`
  return from
    ? `Converted from ${from} to ${to} before it was sent: ${amount}`
    : `Made smaller before it was sent: ${amount}`
}
