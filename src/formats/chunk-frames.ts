import { nameAt } from '#base/byte-names.ts'
import { createYielder } from '#base/timers.ts'
import { leavesFree, type PictureFrames, type ReadFrames, shownDelay } from './picture-frames.ts'
import { walkBytes } from './walk-bytes.ts'

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** A still picture. */
const noFrames = { delays: [], clockHz: 1, mayBeTransparent: false, plays: 1 }

const millisecondsHz = 1000

/** RIFF, and the chunk VP8X. */
const webpHeadBytes = 30

/** Bits of the first byte of VP8X. */
const webpAnimation = 0x02
const webpAlpha = 0x10
/** The bit of a frame that is disposed to the background, which browsers take for transparent. */
export const webpDisposal = 0x01

/**
 * A frame of a moving WebP: its head of 16 bytes (RFC 9649, 2.7.1.1), and where in the file the chunks of its picture
 * lie.
 */
export type WebpFrame = {
  readonly head: DataView
  readonly from: number
  readonly to: number
  /** As `PictureFrames.plays`, by the chunk ANIM before the first frame. */
  readonly plays: number
}

/** The whole frames of a moving WebP, in order. Rejects with the reason of `signal`. */
export async function* webpFrames(file: Blob, signal?: AbortSignal): AsyncGenerator<WebpFrame, void, void> {
  const yieldNow = createYielder(signal)
  const bytes = walkBytes(file, yieldNow)
  let [at, plays] = [webpHeadBytes, 0]
  await bytes.skip(at)
  for (;;) {
    await yieldNow()
    const chunk = await bytes.take(8)
    if (!chunk) return
    const [name, length] = [nameAt(viewOf(chunk), 0), viewOf(chunk).getUint32(4, true)]
    const isFrame = name === 'ANMF' && length >= 16
    const isLoop = name === 'ANIM' && length >= 6
    const head = isFrame || isLoop ? await bytes.take(isFrame ? 16 : 6) : undefined
    if ((isFrame || isLoop) && !head) return
    if (head && isLoop) plays = viewOf(head).getUint16(4, true)
    if (!(await bytes.skip(length - (head?.length ?? 0)))) return
    if (head && isFrame) yield { head: viewOf(head), from: at + 24, to: at + 8 + length, plays }
    // Chunks are padded to even lengths; the last one may lack that byte.
    await bytes.skip(length & 1)
    at += 8 + length + (length & 1)
  }
}

/** Where in the picture a frame is. */
export const webpBox = ({ head }: WebpFrame) => ({
  x: 2 * uint24(head, 0),
  y: 2 * uint24(head, 3),
  width: 1 + uint24(head, 6),
  height: 1 + uint24(head, 9),
})

/** Of a WebP (RFC 9649, section 2.7). */
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

/** A number of three bytes, the lowest first. */
const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

const microsecondsHz = 1e6

/** Bit of the colour type of pictures with alpha. */
const pngAlpha = 4
/** A frame that is disposed to transparent black. */
const pngDisposal = 1

/** Of a PNG (Third Edition, 11.3.6): acTL before the first IDAT makes it an animation, whose frames fcTL describes. */
export const readPngFrames: ReadFrames = async (file, { maxFrames, signal }) => {
  const yieldNow = createYielder(signal)
  const bytes = walkBytes(file, yieldNow)
  const taken = await bytes.take(33)
  if (!taken) return null
  const head = viewOf(taken)
  const size = { width: head.getUint32(16), height: head.getUint32(20) }
  const delays: number[] = []
  let mayBeTransparent = (head.getUint8(25) & pngAlpha) !== 0
  let [isAnimation, plays] = [false, 0]
  // A frame is whole where the next one begins, or the file ends as it should.
  let begun: number | null = null
  while (delays.length <= maxFrames) {
    await yieldNow()
    const chunk = await bytes.take(8)
    if (!chunk) break
    const [length, name] = [viewOf(chunk).getUint32(0), nameAt(viewOf(chunk), 4)]
    const isControl = name === 'acTL' && length === 8
    isAnimation ||= isControl
    if (name === 'IDAT' && !isAnimation) break
    mayBeTransparent ||= name === 'tRNS'
    const isFrame = name === 'fcTL' && length === 26
    if (begun !== null && (isFrame || name === 'IEND')) delays.push(begun)
    if (name === 'IEND') break
    if (isFrame) {
      const frame = await bytes.take(26)
      if (!frame) break
      const fields = viewOf(frame)
      if (begun === null) mayBeTransparent ||= leavesFree(size, pngBox(fields))
      begun = pngDelay(fields)
      mayBeTransparent ||= frame[24] === pngDisposal
    }
    const control = isControl ? await bytes.take(8) : undefined
    if (control) plays = viewOf(control).getUint32(4)
    if (!(await bytes.skip(length + 4 - (isFrame ? 26 : 0) - (control?.length ?? 0)))) break
  }
  return { ...size, delays, clockHz: microsecondsHz, mayBeTransparent, plays } satisfies PictureFrames
}

const pngBox = (frame: DataView) => ({
  x: frame.getUint32(12),
  y: frame.getUint32(16),
  width: frame.getUint32(4),
  height: frame.getUint32(8),
})

/** A fraction of a second; without a denominator in hundredths. */
const pngDelay = (frame: DataView): number =>
  shownDelay(
    Math.round((frame.getUint16(20) / (frame.getUint16(22) || 100)) * microsecondsHz),
    microsecondsHz,
  )
