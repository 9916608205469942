import { isPictureTooLarge, readImageSize } from '#contract/image-size.ts'
import { decodePicture } from '#studio/media/decode-picture.ts'

/** Why a picture is not taken as a background. */
export type BackgroundFault = 'kind' | 'pixels' | 'damaged'

/**
 * What the header of a picture tells against it as a background; null for nothing. The worker that composes refuses the
 * same, so that a picture is answered when it is chosen, and not with the next photo.
 */
export const backgroundFault = async (picture: Blob): Promise<BackgroundFault | null> => {
  const size = readImageSize(new Uint8Array(await picture.arrayBuffer().catch(() => new ArrayBuffer(0))))
  if (!size) return 'kind'
  return isPictureTooLarge(size) ? 'pixels' : null
}

/** Whether this browser decodes a picture whose header is in order. */
export const decodeFault = async (picture: Blob): Promise<BackgroundFault | null> => {
  try {
    const bitmap = await decodePicture(picture)
    bitmap.close()
    return null
  } catch {
    return 'damaged'
  }
}
