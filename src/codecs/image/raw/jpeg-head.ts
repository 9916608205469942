import type { Size } from '#base/geometry.ts'
import { readImageSize } from '#contract/image-size.ts'
import { findJpegOrientation } from '#formats/jpeg-orientation.ts'
import { findJpegFrame } from '#formats/jpeg-segments.ts'

/** The head of a JPEG; the size is as displayed. */
type JpegHead = Size & {
  /** Whether it contains its own orientation. */
  readonly isTurnSaid: boolean
}

/** Bytes of the segments before the pixels: maker notes of cameras take some hundred kilobytes. */
const headBytes = 1 << 20
/** Bytes at the end that are searched for the end marker, as some cameras append zeros. */
const tailBytes = 4096

/**
 * The size of a complete 8-bit JPEG that browsers show; null for everything else: the lossless JPEG of raw pixels, a
 * truncated one, or other bytes.
 */
export async function readJpegHead(jpeg: Blob): Promise<JpegHead | null> {
  const bytes = new Uint8Array(await jpeg.slice(0, headBytes).arrayBuffer())
  const view = new DataView(bytes.buffer)
  const size = readImageSize(bytes)
  const frame = findJpegFrame(view)
  if (!size || frame === null || !isShown(view, frame) || !(await hasEnd(jpeg))) return null
  return { ...size, isTurnSaid: findJpegOrientation(view) !== undefined }
}

/**
 * Whether the frame is baseline, extended or progressive with Huffman codes (ITU T.81, table B.1), in 8 bits, grey or
 * in colour.
 */
const isShown = (view: DataView, frame: number): boolean => {
  const [marker, bits, components] = [1, 4, 9].map((at) =>
    frame + at < view.byteLength ? view.getUint8(frame + at) : 0,
  )
  return (
    (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) &&
    bits === 8 &&
    (components === 1 || components === 3)
  )
}

const hasEnd = async (jpeg: Blob): Promise<boolean> => {
  const tail = new Uint8Array(await jpeg.slice(-tailBytes).arrayBuffer())
  for (let at = tail.length - 2; at >= 0; at--) if (tail[at] === 0xff && tail[at + 1] === 0xd9) return true
  return false
}
