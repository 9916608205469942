import { isPictureTooLarge, readImageSize } from '#contract/image-size.ts'

/** Why a picture is not taken as a background. */
export type BackgroundFault = 'kind' | 'pixels'

/**
 * What the header of a picture tells against it as a background; null for nothing. The worker that composes refuses the
 * same, so that a picture is answered when it is chosen, and not with the next photo.
 */
export const backgroundFault = async (picture: Blob): Promise<BackgroundFault | null> => {
  const size = readImageSize(new Uint8Array(await picture.arrayBuffer().catch(() => new ArrayBuffer(0))))
  if (!size) return 'kind'
  return isPictureTooLarge(size) ? 'pixels' : null
}
