import { capSide } from '#base/geometry.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { hasWideColors } from '#engine/display-p3.ts'
import type { ColorSpace } from '#engine/raster.ts'
import { decodePicture } from './decode-picture.ts'
import { decodeByWorker, isDecodedKind } from './decoders/decode-by-worker.ts'

/** What browsers encode pictures as. */
export type WrittenType = 'image/png' | 'image/webp' | 'image/jpeg'

/** A decoded picture, upright, that can be encoded again, in Display P3 where sRGB does not have its colours. Whoever opens it must close it. */
export type OpenPicture = {
  readonly width: number
  readonly height: number
  /** Absent where it is not known. */
  readonly hasAlpha?: boolean
  /** The file holds further pictures. */
  readonly isFirstOfMany?: boolean
  /** Encodes it at this size in pixels. A browser that cannot write `type` returns a PNG. */
  readonly write: (type: WrittenType, width: number, height: number) => Promise<Blob>
  readonly close: () => void
}

/** No visible loss, and small enough to send. */
const quality = 0.94

/** Converts a picture to PNG, the only format that the clipboard accepts. */
export async function asPng(file: Blob): Promise<Blob> {
  if (file.type === 'image/png') return file
  const picture = await openPicture(file)
  try {
    return await picture.write('image/png', picture.width, picture.height)
  } finally {
    picture.close()
  }
}

/**
 * Decodes any format that this browser can, also those that the API does not accept, and those of `decodeByWorker` in every
 * browser. Rejects if it cannot.
 */
export async function openPicture(file: Blob, kind?: FileKind, signal?: AbortSignal): Promise<OpenPicture> {
  const { bitmap, ...more } = await decodePicture(file).then(
    (bitmap) => ({ bitmap }),
    (cause: unknown) => {
      if (!isDecodedKind(kind)) throw cause
      return decodeByWorker(kind, file, signal)
    },
  )
  const colorSpace = colorSpaceOf(bitmap)
  return {
    ...more,
    width: bitmap.width,
    height: bitmap.height,
    write: (type, width, height) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d', { colorSpace })
      if (!context) throw new Error('this browser has no canvas')
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, width, height)
      return canvas.convertToBlob({ type, quality })
    },
    close: () => bitmap.close(),
  }
}

/** The longer side of the copy in which colours are looked at. */
const copySide = 1024

/** Canvases of some browsers are in sRGB alone. */
const colorSpaceOf = (bitmap: ImageBitmap): ColorSpace => {
  const { width, height } = capSide(bitmap, copySide)
  const context = new OffscreenCanvas(width, height).getContext('2d', { colorSpace: 'display-p3' })
  context?.drawImage(bitmap, 0, 0, width, height)
  const copy = context?.getImageData(0, 0, width, height)
  return copy?.colorSpace === 'display-p3' && hasWideColors(copy) ? 'display-p3' : 'srgb'
}
