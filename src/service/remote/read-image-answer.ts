import type { ImageAnswer } from '#contract/image-answer.ts'
import { fromHeaders, type ImageContentType } from '#contract/image-answer.ts'
import { limits } from '#contract/limits.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { sniff } from '#contract/sniff.ts'
import { isWholeImage } from './is-whole-image.ts'
import { unreadableAnswer } from './send-request.ts'
import type { WireAnswer } from './transport.ts'

export type MeasureImage = (image: Blob) => Promise<{ readonly width: number; readonly height: number }>

/**
 * The picture and what the headers say of it; what they do not say, or CORS hides, is read off the picture
 * or null. Rejects with `upstream_error` where the body is no whole picture.
 */
export const readImageAnswer = async (
  { status, headers, body }: WireAnswer,
  measure: MeasureImage,
): Promise<ImageAnswer> => {
  const bytes = new Uint8Array(await body.arrayBuffer())
  const content_type = typeOf(bytes)
  if (!content_type || !isWholeImage(bytes, content_type)) throw unreadableAnswer(status)
  const image = new Blob([bytes], { type: content_type })
  const said = fromHeaders(headers)
  const size =
    said.width !== null && said.height !== null
      ? { width: said.width, height: said.height }
      : await measure(image).catch((cause: unknown) => {
          throw unreadableAnswer(status, { cause })
        })
  if (Math.max(size.width, size.height) > limits.image.maxSide) throw unreadableAnswer(status)
  return { image, facts: { ...said, ...size, content_type } }
}

/** By its own bytes (D-1): a header may be wrong. */
const typeOf = (bytes: Uint8Array): ImageContentType | null => {
  const type = `image/${sniff(bytes)}`
  return Object.values(imageFormats).find(({ mime }) => mime === type)?.mime ?? null
}

/** The size of a picture as its decoder tells it. */
export const measureInBrowser: MeasureImage = async (image) => {
  const picture = await createImageBitmap(image)
  const { width, height } = picture
  picture.close()
  return { width, height }
}
