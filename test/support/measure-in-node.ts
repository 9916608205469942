import sharp from 'sharp'
import type { MeasureImage } from '#service/remote/read-image-answer.ts'

/** The size of a picture; a browser decodes it instead. */
export const measureInNode: MeasureImage = async (image) => {
  const { width, height } = await sharp(new Uint8Array(await image.arrayBuffer())).metadata()
  return { width, height }
}
