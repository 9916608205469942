import { isNamed } from '#base/byte-names.ts'
import type { Box, Size } from '#base/geometry.ts'
import { openPieces, type ReadBytes } from './file-pieces.ts'
import { leavesFree, type ReadFrames, shownDelay } from './picture-frames.ts'

const [extension, imageDescriptor] = [0x21, 0x2c]
/** Labels of extensions. */
const [graphicControl, application] = [0xf9, 0xff]

/** A block of a GIF (CompuServe, GIF89a): its first bytes, and the box of an image on the screen. */
type GifBlock = {
  readonly head: DataView
  readonly image?: Box
  /** Whether the file contains all of it. */
  readonly isWhole: boolean
}

/** The screen size of a GIF and its blocks in order; null if the file ends within the screen descriptor. */
const openGif = async (file: Blob, signal?: AbortSignal) => {
  const readBytes = openPieces(file, signal)
  const screen = await readBytes(0, screenBytes)
  if (screen.byteLength < screenBytes) return null
  const size: Size = { width: screen.getUint16(6, true), height: screen.getUint16(8, true) }
  return { size, blocks: blocksFrom(readBytes, screenBytes + paletteBytes(screen.getUint8(10))) }
}

const screenBytes = 13
const paletteBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** Bytes read from the start of a block. */
const headBytes = 20

async function* blocksFrom(readBytes: ReadBytes, start: number): AsyncGenerator<GifBlock, void, void> {
  for (let at: number | null = start; at !== null; ) {
    const head = await readBytes(at, headBytes)
    const kind = head.byteLength < 10 ? 0 : head.getUint8(0)
    if (kind !== extension && kind !== imageDescriptor) return
    const word = (place: number) => head.getUint16(place, true)
    const image = kind === imageDescriptor && { x: word(1), y: word(3), width: word(5), height: word(7) }
    // After the descriptor, a palette and the code size precede the pixels.
    at = await endOfBlocks(readBytes, at + (image ? 11 + paletteBytes(head.getUint8(9)) : 2))
    yield { head, ...(image && { image }), isWhole: at !== null }
  }
}

const pieceBytes = 1 << 16

/**
 * The end of a list of sub-blocks: each has a length byte and up to 255 bytes; length 0 ends the list (GIF89a, section
 * 15). Null if the file ends earlier.
 */
const endOfBlocks = async (readBytes: ReadBytes, start: number): Promise<number | null> => {
  for (let from = start; ; ) {
    const piece = await readBytes(from, pieceBytes)
    if (piece.byteLength === 0) return null
    // A sub-block may be one byte long, so there is no `await` between them.
    let at = 0
    while (at < piece.byteLength) {
      const length = piece.getUint8(at)
      at += length + 1
      if (length === 0) return from + at
    }
    from += at
  }
}

/** The size of the screen, extended to contain the first frame, from the first bytes of a file. */
export const readGifSize = async (file: Blob): Promise<Size | null> => {
  const gif = await openGif(file.slice(0, pieceBytes))
  if (!gif) return null
  const { width, height } = gif.size
  for await (const { image } of gif.blocks)
    if (image)
      return {
        width: Math.max(width, image.x + image.width),
        height: Math.max(height, image.y + image.height),
      }
  return gif.size
}

/** GIF delays are in hundredths of a second. */
const clockHz = 100

/**
 * Reads the frames of a GIF. A Netscape extension gives the number of repetitions, after the first play; without it a
 * GIF plays once. Browsers do the same.
 */
export const readGifFrames: ReadFrames = async (file, { maxFrames, signal }) => {
  const gif = await openGif(file, signal)
  if (!gif) return null
  const delays: number[] = []
  // Transparency can appear when a frame is disposed to the background or to the frame before, or when the first frame
  // has a transparent colour or leaves a part of the screen free.
  let mayBeTransparent = false
  let [delay, hasTransparentColor, plays] = [0, false, 1]
  for await (const { head, image, isWhole } of gif.blocks) {
    const label = head.getUint8(1)
    if (image) {
      if (delays.length === 0) mayBeTransparent ||= hasTransparentColor || leavesFree(gif.size, image)
      if (isWhole) delays.push(shownDelay(delay, clockHz))
      if (delays.length > maxFrames) break
      delay = 0
    } else if (label === graphicControl && head.getUint8(2) === 4) {
      delay = head.getUint16(4, true)
      const disposal = (head.getUint8(3) >> 2) & 7
      mayBeTransparent ||= disposal === 2 || disposal === 3
      hasTransparentColor = (head.getUint8(3) & 1) === 1
    } else if (
      label === application &&
      head.byteLength >= loopCountAt + 2 &&
      loopNames.some((name) => isNamed(head, 2, name))
    ) {
      // The block after the name: its length, the number 1, and the count.
      const repeats = head.getUint16(loopCountAt, true)
      plays = repeats === 0 ? 0 : repeats + 1
    }
  }
  return { ...gif.size, delays, clockHz, mayBeTransparent, plays }
}

/** The length byte, then the name. */
const loopNames = ['\x0bNETSCAPE2.0', '\x0bANIMEXTS1.0']
const loopCountAt = 16
