import { capSide } from '#base/geometry.ts'
import { withProfile } from '#codecs/image/with-profile.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { hasWideColors } from '#engine/display-p3.ts'
import type { ColorSpace } from '#engine/raster.ts'
import { decodePicture } from './decode-picture.ts'
import { decodeByWorker, isDecodedKind } from './decoders/decode-by-worker.ts'
import { headBytes, isWiderThanSrgb, profileInHead } from './decoders/profile-in-head.ts'

/** What browsers encode pictures as. */
export type WrittenType = 'image/png' | 'image/webp' | 'image/jpeg'

/**
 * A decoded picture, upright, that can be encoded again: with the profile of its file, or in Display P3 where sRGB does not have
 * its colours. Whoever opens it must close it.
 */
export type OpenPicture = {
  readonly width: number
  readonly height: number
  /** Absent where it is not known. */
  readonly hasAlpha?: boolean
  /** The file holds further pictures. */
  readonly isFirstOfMany?: boolean
  /** Its file has a wider profile than sRGB, and this browser no canvas for that; known when it was encoded. */
  readonly isMadeSrgb?: boolean
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
  const { bitmap, profile, ...read } = await decodePicture(file).then(
    async (bitmap) => ({ bitmap, profile: null, isMadeSrgb: await becomesSrgb(file) }),
    (cause: unknown) => {
      if (!isDecodedKind(kind)) throw cause
      return decodeByWorker(kind, file, signal)
    },
  )
  const encode = encoderOf(bitmap, profile ? 'srgb' : colorSpaceOf(bitmap))
  let isMadeSrgb = 'isMadeSrgb' in read && read.isMadeSrgb
  return {
    ...read,
    width: bitmap.width,
    height: bitmap.height,
    get isMadeSrgb() {
      return isMadeSrgb
    },
    write: async (type, width, height) => {
      if (!profile) return encode(type, width, height)
      // A WebP with a profile is another file altogether: its colours are converted.
      const isConverted = type === 'image/webp'
      const written = await withProfile(
        await encode(isConverted ? 'image/png' : type, width, height),
        profile,
      )
      if (!isConverted) return written
      const shown = await openPicture(written)
      isMadeSrgb = isWiderThanSrgb(profile) && !hasWideCanvas()
      try {
        return await shown.write(type, width, height)
      } finally {
        shown.close()
      }
    },
    close: () => bitmap.close(),
  }
}

const encoderOf =
  (bitmap: ImageBitmap, colorSpace: ColorSpace) =>
  (type: WrittenType, width: number, height: number): Promise<Blob> => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { colorSpace })
    if (!context) throw new Error('this browser has no canvas')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    return canvas.convertToBlob({ type, quality })
  }

const becomesSrgb = async (file: Blob): Promise<boolean> => {
  if (hasWideCanvas()) return false
  const profile = profileInHead(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  return profile !== null && isWiderThanSrgb(profile)
}

/** The longer side of the copy in which colours are looked at. */
const copySide = 1024

const colorSpaceOf = (bitmap: ImageBitmap): ColorSpace => {
  const { width, height } = capSide(bitmap, copySide)
  const copy = wideCopy(width, height, bitmap)
  return copy?.colorSpace === 'display-p3' && hasWideColors(copy) ? 'display-p3' : 'srgb'
}

const wideCopy = (width: number, height: number, bitmap?: ImageBitmap): ImageData | undefined => {
  const context = new OffscreenCanvas(width, height).getContext('2d', { colorSpace: 'display-p3' })
  if (bitmap) context?.drawImage(bitmap, 0, 0, width, height)
  return context?.getImageData(0, 0, width, height)
}

/** Canvases of Firefox and WebKitGTK are in sRGB alone. */
const hasWideCanvas = () => wideCopy(1, 1)?.colorSpace === 'display-p3'
