import { isPictureTooLarge, readImageSize } from '#contract/image-size.ts'
import { decodePicture } from '#studio/media/decode-picture.ts'

/** Why a picture is refused as a background. */
export type BackgroundFault = 'kind' | 'pixels' | 'damaged'

/**
 * The fault that a picture's header shows; null if none. The worker that composes refuses the same pictures; this check
 * reports the fault when the picture is chosen, not with the next photo.
 */
export const backgroundFault = async (picture: Blob): Promise<BackgroundFault | null> => {
  const size = readImageSize(new Uint8Array(await picture.arrayBuffer().catch(() => new ArrayBuffer(0))))
  if (!size) return 'kind'
  return isPictureTooLarge(size) ? 'pixels' : null
}

/** The fault if this browser cannot decode a picture whose header is valid; otherwise null. */
export const decodeFault = async (picture: Blob): Promise<BackgroundFault | null> => {
  try {
    const bitmap = await decodePicture(picture)
    bitmap.close()
    return null
  } catch {
    return 'damaged'
  }
}
