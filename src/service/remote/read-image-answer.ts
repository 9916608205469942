import type { ImageAnswer } from '#contract/image-answer.ts'
import { fromHeaders, type ImageContentType } from '#contract/image-answer.ts'
import { isPictureTooLarge, readImageSize } from '#contract/image-size.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { sniff } from '#contract/sniff.ts'
import { isWholeImage } from './is-whole-image.ts'
import { unreadableAnswer } from './send-request.ts'
import type { WireAnswer } from './transport.ts'

/**
 * The picture and what the headers say of it; null for what they do not say, or CORS hides. The size is that of the
 * picture's own bytes, whatever a header claims, and nothing is decoded for it. Rejects with `upstream_error` where the
 * body is no whole picture, or one with more pixels than is decoded.
 */
export const readImageAnswer = async ({ status, headers, body }: WireAnswer): Promise<ImageAnswer> => {
  const bytes = new Uint8Array(await body.arrayBuffer())
  const content_type = typeOf(bytes)
  if (!content_type || !isWholeImage(bytes, content_type)) throw unreadableAnswer(status)
  const size = readImageSize(bytes)
  if (!size || isPictureTooLarge(size)) throw unreadableAnswer(status)
  const image = new Blob([bytes], { type: content_type })
  return { image, facts: { ...fromHeaders(headers), ...size, content_type } }
}

/** By its own bytes (D-1): a header may be wrong. */
const typeOf = (bytes: Uint8Array): ImageContentType | null => {
  const type = `image/${sniff(bytes)}`
  return Object.values(imageFormats).find(({ mime }) => mime === type)?.mime ?? null
}
