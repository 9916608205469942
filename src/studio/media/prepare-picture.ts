import type { Size } from '#base/geometry.ts'
import {
  type FileKind,
  fileKindLabel,
  isConvertedKind,
  isImageKind,
  isRawPhoto,
} from '#contract/file-kinds.ts'
import { readImageSize } from '#contract/image-size.ts'
import { limits } from '#contract/limits.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { checkClaimedSize, tooManyReason } from './check-claimed-size.ts'
import { headBytes } from './decoders/profile-in-head.ts'
import { type OpenPicture, openPicture, type WrittenType } from './open-picture.ts'
import { rawPreview } from './raw/raw-preview.ts'

const text = messages.intake.prepare

/** A picture within the limits of the API, and a sentence about what was changed; null if nothing was. */
type PreparedPicture = {
  readonly file: File
  readonly note: string | null
  /** It was written in another format, because the API does not take that of the picture. */
  readonly isConverted: boolean
}

type Picture = {
  readonly file: Blob
  readonly name: string
  readonly fileKind: FileKind
  /** In pixels; null if it is not known yet. */
  readonly size: Size | null
}

const { maxBytes, maxPixels, maxSide } = limits.image

/** Formats of photos, in practice, where nothing else is known. The others may have transparency, which must be kept. */
const opaqueKinds: ReadonlySet<FileKind> = new Set(['jpeg', 'heif', 'bmp'])

/** A JPEG of them loses nothing that can be seen. Pictures of the others are made for keeping every pixel. */
const lossyKinds: ReadonlySet<FileKind> = new Set(['jpeg', 'heif'])

/** A PNG of a photo with more takes over 20 MB, as a rule: it is not tried. */
const mostPngPixels = 12_500_000

/** Whether it is known that neither the API nor browsers read it. */
const isOfNoUse = (kind: FileKind): boolean =>
  !isImageKind(kind) && !isRawPhoto(kind) && !isConvertedKind(kind) && fileKindLabel(kind) !== ''

/** What must be done to a picture before it can be sent, in a sentence; null if nothing. */
export const preparationNote = (kind: FileKind, bytes: number, size: Size | null): string | null => {
  if (isConvertedKind(kind)) return text.willConvert(fileKindLabel(kind))
  if (isRawPhoto(kind)) return text.willTakePreview(fileKindLabel(kind))
  if (!isImageKind(kind)) return null
  if (bytes > maxBytes || tooManyPixels(size)) return text.willShrink(formatBytes(maxBytes))
  return null
}

/**
 * Makes a picture fit the limits of the API (Spec, Limits; D-2, D-7), for a service or for this device. Other formats are
 * converted, and of a camera's raw photo the preview that it holds is taken. A picture that is too large is encoded again, with fewer pixels if necessary. Any other is left unchanged.
 * Nothing is sent here. Rejects with `validation_error` if neither the API nor this browser reads the picture, and with
 * `image_too_large` if it has more pixels than can be opened, or cannot be made small enough.
 */
export async function preparePicture(
  { file, name, fileKind: kind, size: shownSize }: Picture,
  signal?: AbortSignal,
  open: typeof openPicture = openPicture,
): Promise<PreparedPicture> {
  if (isOfNoUse(kind))
    throw new ServiceError('validation_error', {
      reason: 'image_kind_refused',
      params: { kind },
      fields: ['image_file'],
    })
  if (isRawPhoto(kind)) return takePreview(file, name, kind, signal, open)
  const size = shownSize ?? (await sizeInHead(file))
  if (preparationNote(kind, file.size, size) === null)
    return {
      file: file instanceof File ? file : new File([file], name, { type: file.type }),
      note: null,
      isConverted: false,
    }
  const opening = checkClaimedSize(file, kind).then(() => open(file, kind, signal))
  const picture = await opening.catch((cause: unknown) => {
    signal?.throwIfAborted()
    // The decoder did not come, which says nothing of the picture.
    if (isServiceError(cause)) throw cause
    throw isImageKind(kind)
      ? new ServiceError('image_too_large', {
          ...(size && tooManyPixels(size) && tooManyReason(kind, size)),
          cause,
        })
      : new ServiceError('validation_error', {
          reason: 'image_kind_unconvertible',
          params: { kind: fileKindLabel(kind) || kind },
          fields: ['image_file'],
          cause,
        })
  })
  try {
    const written = await fitted(picture, typesFor(kind, file.size, picture), signal)
    const { extension, label } = formatOf(written.blob.type)
    return {
      file: new File([written.blob], `${stemOf(name)}.${extension}`, { type: written.blob.type }),
      note: noteOf(
        isConvertedKind(kind) ? fileKindLabel(kind) : undefined,
        label,
        file.size,
        picture,
        written,
      ),
      isConverted: isConvertedKind(kind),
    }
  } finally {
    picture.close()
  }
}

/** Of a JPEG, PNG or WebP that no browser shows. */
const sizeInHead = (file: Blob): Promise<Size | null> =>
  file
    .slice(0, headBytes)
    .arrayBuffer()
    .then(
      (head) => readImageSize(new Uint8Array(head)),
      () => null,
    )

/** The largest picture that the camera wrote into its raw photo, within the limits. */
async function takePreview(
  file: Blob,
  name: string,
  kind: FileKind,
  signal: AbortSignal | undefined,
  open: typeof openPicture,
): Promise<PreparedPicture> {
  const preview = await rawPreview(file, kind)
  if (!preview)
    throw new ServiceError('validation_error', {
      reason: 'raw_without_preview',
      params: { kind },
      fields: ['image_file'],
    })
  const jpeg = new File([preview.file], `${stemOf(name)}.jpg`, { type: 'image/jpeg' })
  const { size } = preview
  const prepared = await preparePicture({ file: jpeg, name: jpeg.name, fileKind: 'jpeg', size }, signal, open)
  const note = text.tookPreview(fileKindLabel(kind), formatPixelSize(size))
  return { ...prepared, note: prepared.note ? `${note}. ${prepared.note}` : note, isConverted: true }
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '') || 'picture'

type Written = { readonly blob: Blob; readonly size: Size }

/** How often a picture is made smaller before `image_too_large`. */
const maxShrinks = 6

/** Tries each format at full size, then the last one with fewer and fewer pixels. */
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
      // The number of bytes grows with the area; 5 % less, because fine detail takes more than its share.
      scale *= Math.sqrt(maxBytes / written.blob.size) * 0.95
      written = await write(type, scale)
    }
    if (written.blob.size <= maxBytes) return written
  }
  throw new ServiceError('image_too_large')
}

/** Lossless if that may fit, unless the picture is lossy itself; with alpha if it may have had it. */
const typesFor = (
  kind: FileKind,
  bytes: number,
  { width, height, hasAlpha = !opaqueKinds.has(kind) }: OpenPicture,
): readonly [WrittenType, ...WrittenType[]] => {
  if (hasAlpha) return bytes > maxBytes ? ['image/webp'] : ['image/png', 'image/webp']
  return lossyKinds.has(kind) || width * height > mostPngPixels ? ['image/jpeg'] : ['image/png', 'image/jpeg']
}

const formatOf = (type: string) =>
  Object.values(imageFormats).find(({ mime }) => mime === type) ?? imageFormats.png

const tooManyPixels = (size: Size | null): boolean =>
  size !== null && (size.width * size.height > maxPixels || Math.max(size.width, size.height) > maxSide)

/** Rounded down, so that the limit is never exceeded. */
const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
})

/** `Converted from AVIF to PNG first: 2 MB to 9 MB`, `Made smaller first: 24 MB to 18 MB, 6400 × 4800` */
const noteOf = (
  from: string | undefined,
  to: string,
  bytes: number,
  before: OpenPicture,
  { blob, size }: Written,
): string => {
  const isSmaller = size.width < before.width || size.height < before.height
  const changes = [
    text.change(formatBytes(bytes), formatBytes(blob.size)),
    ...(isSmaller ? [text.change(formatPixelSize(before), formatPixelSize(size))] : []),
  ].join(', ')
  const note = from ? text.converted(from, to, changes) : text.shrunk(changes)
  const more = [before.isMadeSrgb && text.madeSrgb, before.isFirstOfMany && text.firstOfMany]
  return [note, ...more].filter(Boolean).join('. ')
}
