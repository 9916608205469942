import type { Size } from '#base/geometry.ts'
import { type FileKind, fileKindLabel, isImageKind, isRawPhoto, isReadHere } from '#contract/file-kinds.ts'
import { isPictureTooLarge } from '#contract/image-size.ts'
import { limits } from '#contract/limits.ts'
import { imageFormatOf, imageFormats } from '#contract/output-formats.ts'
import type { ConvertedPicture } from '#library/background-service.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { leftOutText } from '#studio/messages/left-out-text.ts'
import { messages } from '#studio/messages/messages.ts'

const text = messages.intake.prepare

const { maxBytes } = limits.image

/** A sentence about the conversion that a picture needs before it can be sent; null if none. */
export const preparationNote = (kind: FileKind, bytes: number, size: Size | null): string | null => {
  if (isReadHere(kind)) return text.willConvert(fileKindLabel(kind))
  if (isRawPhoto(kind)) return text.willTakePreview(fileKindLabel(kind))
  if (!isImageKind(kind)) return null
  const isTooLarge = bytes > maxBytes || (size !== null && isPictureTooLarge(size))
  return isTooLarge ? text.willShrink(formatBytes(maxBytes)) : null
}

/**
 * A sentence about the conversion of a sent picture; null if none. `Converted from AVIF to PNG first: 2 MB to 9 MB`,
 * `Made smaller first: 24 MB to 18 MB, 6400 × 4800`
 */
export const conversionNote = (kind: FileKind, picture: ConvertedPicture): string | null => {
  const { file, isWritten, before } = picture
  const bytes = text.change(formatBytes(before.bytes), formatBytes(file.size))
  const changes = [bytes, ...sizeChange(picture)].join(', ')
  const written = isReadHere(kind)
    ? text.converted(fileKindLabel(kind), labelOf(file.type), changes)
    : text.shrunk(changes)
  const notes = [
    ...previewNote(kind, picture),
    ...(isWritten ? [written] : []),
    ...(picture.isMadeSrgb ? [text.madeSrgb] : []),
    ...leftOutNote(picture),
  ]
  return notes.join('. ') || null
}

/** A sentence about what this device reads of a picture that the browser cannot show; null if everything. */
export const readingNote = (kind: FileKind, picture: ConvertedPicture): string | null => {
  const notes = [
    ...previewNote(kind, picture),
    ...(isPictureTooLarge(picture.before.size) ? sizeChange(picture).map(text.shrunk) : []),
  ]
  return notes.join('. ') || null
}

const previewNote = (kind: FileKind, { before }: ConvertedPicture): readonly string[] =>
  isRawPhoto(kind) ? [text.tookPreview(fileKindLabel(kind), formatPixelSize(before.size))] : []

const sizeChange = ({ size, before }: ConvertedPicture): readonly string[] =>
  size.width < before.size.width || size.height < before.size.height
    ? [text.change(formatPixelSize(before.size), formatPixelSize(size))]
    : []

const leftOutNote = ({ leftOut }: ConvertedPicture): readonly string[] => {
  const left = leftOutText(leftOut)
  return left === null ? [] : [messages.leftOut.of(left)]
}

const labelOf = (type: string): string => (imageFormatOf(type) ?? imageFormats.png).label
