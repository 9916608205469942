import type { Size } from '#base/geometry.ts'
import { type FileKind, fileKindLabel } from '#contract/file-kinds.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import { hasWideColors } from '#engine/display-p3.ts'
import { isOpaque, type Raster } from '#engine/raster.ts'
import { tooManyPixels } from './decoded.ts'
import type { ImageReader } from './image-reader.ts'
import { isWiderThanSrgb, plainProfile } from './plain-profile.ts'
import { openBitmap, type PixelsRead, readPixels, type TakeRows } from './read-pixels.ts'

/** The most pixels that browsers unpack, and the reader of a file's declared size. */
export type ClaimedSize = {
  readonly maxPixels: number
  readonly read: (file: Blob) => Promise<Size | null>
}

/**
 * Reads a kind of file that only browsers decode. Rejects with `validation_error` if this one does not, and with
 * `image_too_large` if the declared size is too large: browsers report no such error, and may allocate memory first.
 */
export const browserReader = (kind: FileKind, claimed?: ClaimedSize): ImageReader => {
  const open = async <T>(file: Blob, read: () => Promise<T>): Promise<T> => {
    if (claimed) await checkClaimedSize(kind, claimed, file)
    return read().catch((cause: unknown) => {
      throw unconvertible(kind, cause)
    })
  }
  return {
    read: (file, { signal }) => open(file, () => readShown(file, signal)),
    readInDisplayP3: (file, { signal }) => open(file, () => readShownInDisplayP3(file, signal)),
  }
}

/** Throws `image_too_large` if a file declares more pixels than browsers unpack. */
export const checkClaimedSize = async (kind: FileKind, claimed: ClaimedSize, file: Blob): Promise<void> => {
  const size = await claimed.read(file)
  if (size && size.width * size.height > claimed.maxPixels) throw tooManyPixels(kind, size)
}

/** `ImageReader.read` by the browser's decoder. Rejects if it has none. */
export const readShown: ReadShown<'read'> = async (file, signal) => {
  const bitmap = await openBitmap(file, 'default')
  const raster = await pixelsOf(bitmap, { openStraight: () => openBitmap(file, 'none') }, signal)
  return {
    raster,
    hasAlpha: !isOpaque(raster),
    fileSize: { width: raster.width, height: raster.height },
  }
}

/** `ImageReader.readInDisplayP3` by the browser's decoder. Rejects if it has none. */
export const readShownInDisplayP3: ReadShown<'readInDisplayP3'> = async (file, signal) => {
  const bitmap = await openBitmap(file, 'default')
  if (!hasWideCanvas()) {
    bitmap.close()
    const profile = plainProfile(new Uint8Array(await file.arrayBuffer()))
    return profile !== null && isWiderThanSrgb(profile) ? 'madeSrgb' : null
  }
  const raster = await pixelsOf(bitmap, { colorSpace: 'display-p3' }, signal)
  return hasWideColors(raster) ? { raster, hasAlpha: !isOpaque(raster), exceedsDisplayP3: false } : null
}

type ReadShown<N extends 'read' | 'readInDisplayP3'> = (
  file: Blob,
  signal: AbortSignal | undefined,
) => ReturnType<ImageReader[N]>

/** The error for a picture of a supported kind that could not be read. Aborts and known errors stay unchanged. */
export const unconvertible = (kind: FileKind, cause: unknown): unknown =>
  isServiceError(cause) || (cause instanceof DOMException && cause.name === 'AbortError')
    ? cause
    : new ServiceError('validation_error', {
        reason: 'image_kind_unconvertible',
        params: { kind: fileKindLabel(kind) },
        fields: ['image_file'],
        cause,
      })

/** Reads the pixels of a bitmap, and closes it. */
const pixelsOf = async (
  bitmap: ImageBitmap,
  how: Omit<PixelsRead, 'isOpaque'>,
  signal: AbortSignal | undefined,
): Promise<Raster> => {
  const { width, height } = bitmap
  const data = new Uint8ClampedArray(width * height * 4)
  const take: TakeRows = (rows, firstRow) => data.set(rows, firstRow * width * 4)
  try {
    await readPixels(bitmap, { ...how, isOpaque: false }, take, signal)
    return { width, height, data }
  } finally {
    bitmap.close()
  }
}

const hasWideCanvas = (): boolean =>
  new OffscreenCanvas(1, 1).getContext('2d', { colorSpace: 'display-p3' })?.getImageData(0, 0, 1, 1)
    .colorSpace === 'display-p3'
