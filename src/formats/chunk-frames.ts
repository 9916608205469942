import { nameAt, uint24 } from '#base/byte-names.ts'
import { pngFileChunks, riffFileChunks } from './chunks.ts'
import { leavesFree, type PictureFrames, type ReadFrames, shownDelay } from './picture-frames.ts'

/** Fields of a still picture. */
const noFrames = { delays: [], clockHz: 1, mayBeTransparent: false, plays: 1 }

const millisecondsHz = 1000

/** Bytes of the RIFF head and the chunk VP8X. */
const webpHeadBytes = 30

/** Bits of the first byte of VP8X. */
const webpAnimation = 0x02
const webpAlpha = 0x10
/** The bit of a frame that is disposed to the background, which browsers render transparent. */
export const webpDisposal = 0x01

const frameHeadBytes = 16

/** A frame of a moving WebP: its head (RFC 9649, 2.7.1.1), and the span in the file of its picture's chunks. */
export type WebpFrame = {
  readonly head: DataView
  readonly from: number
  readonly to: number
  /** As `PictureFrames.plays`, from the last chunk ANIM before this frame. */
  readonly plays: number
}

/** The complete frames of a moving WebP, in order. Rejects with the reason of `signal`. */
export async function* webpFrames(file: Blob, signal?: AbortSignal): AsyncGenerator<WebpFrame, void, void> {
  let plays = 0
  for await (const { name, from, to, content, isWhole } of riffFileChunks(file, signal)) {
    if (!isWhole) return
    if (name === 'ANIM' && content.byteLength >= 6) plays = content.getUint16(4, true)
    if (name === 'ANMF' && content.byteLength >= frameHeadBytes)
      yield { head: content, from: from + frameHeadBytes, to, plays }
  }
}

/** The box of a frame in the picture, in pixels. */
export const webpBox = ({ head }: WebpFrame) => ({
  x: 2 * uint24(head, 0),
  y: 2 * uint24(head, 3),
  width: 1 + uint24(head, 6),
  height: 1 + uint24(head, 9),
})

/** Reads the frames of a WebP (RFC 9649, section 2.7). */
export const readWebpFrames: ReadFrames = async (file, { maxFrames, signal }) => {
  const head = new DataView(await file.slice(0, webpHeadBytes).arrayBuffer())
  if (head.byteLength < webpHeadBytes) return null
  const flags = head.getUint8(20)
  const size = { width: 1 + uint24(head, 24), height: 1 + uint24(head, 27) }
  if (nameAt(head, 12) !== 'VP8X' || (flags & webpAnimation) === 0) return { ...size, ...noFrames }
  const delays: number[] = []
  let plays = 0
  let mayBeTransparent = (flags & webpAlpha) !== 0
  for await (const frame of webpFrames(file, signal)) {
    plays = frame.plays
    delays.push(shownDelay(uint24(frame.head, 12), millisecondsHz))
    mayBeTransparent ||= (frame.head.getUint8(15) & webpDisposal) !== 0
    if (delays.length === 1) mayBeTransparent ||= leavesFree(size, webpBox(frame))
    if (delays.length > maxFrames) break
  }
  return { ...size, delays, clockHz: millisecondsHz, mayBeTransparent, plays }
}

const microsecondsHz = 1e6

/** The bit of the colour type of pictures with alpha. */
const pngAlpha = 4
/** The disposal of a frame to transparent black. */
const pngDisposal = 1
/** Bytes of IHDR, the first chunk. */
const headerBytes = 13

/**
 * Reads the frames of a PNG (Third Edition, 11.3.6): acTL before IDAT makes it an animation; fcTL describes a frame.
 */
export const readPngFrames: ReadFrames = async (file, { maxFrames, signal }) => {
  let size: Pick<PictureFrames, 'width' | 'height'> | undefined
  const delays: number[] = []
  let [mayBeTransparent, isAnimation, plays] = [false, false, 0]
  // A frame is complete when the next frame or IEND follows.
  let begun: number | null = null
  for await (const { name, content, isWhole } of pngFileChunks(file, signal)) {
    if (!size) {
      if (content.byteLength < headerBytes) return null
      size = { width: content.getUint32(0), height: content.getUint32(4) }
      mayBeTransparent = (content.getUint8(9) & pngAlpha) !== 0
    }
    if (name === 'acTL' && content.byteLength === 8) {
      isAnimation = true
      plays = content.getUint32(4)
    }
    if (name === 'IDAT' && !isAnimation) break
    mayBeTransparent ||= name === 'tRNS'
    const isFrame = name === 'fcTL' && content.byteLength === 26
    if (begun !== null && (isFrame || name === 'IEND')) delays.push(begun)
    if (isFrame) {
      if (begun === null) mayBeTransparent ||= leavesFree(size, pngBox(content))
      begun = pngDelay(content)
      mayBeTransparent ||= content.getUint8(24) === pngDisposal
    }
    if (!isWhole || delays.length > maxFrames) break
  }
  return size ? { ...size, delays, clockHz: microsecondsHz, mayBeTransparent, plays } : null
}

const pngBox = (frame: DataView) => ({
  x: frame.getUint32(12),
  y: frame.getUint32(16),
  width: frame.getUint32(4),
  height: frame.getUint32(8),
})

/** The delay of a frame, stored as a fraction of a second; a denominator of 0 means hundredths. */
const pngDelay = (frame: DataView): number =>
  shownDelay(
    Math.round((frame.getUint16(20) / (frame.getUint16(22) || 100)) * microsecondsHz),
    microsecondsHz,
  )
