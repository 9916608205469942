import { createPause } from '#codecs/image/pause.ts'
import { invalidVideo } from './invalid-video.ts'
import { mostPackets } from './most-packets.ts'

/** What the blocks of a GIF say of it (GIF89a specification, W3C), without a pixel decoded. */
export type GifFacts = {
  readonly width: number
  readonly height: number
  /** How long each frame is shown, in hundredths of a second, as browsers take it. */
  readonly delays: readonly number[]
  /** Some frame has a transparent colour and gives way to the background instead of the next frame. */
  readonly clears: boolean
}

/** Browsers show frames that ask for less, or for nothing, for a tenth of a second. */
const leastDelay = 2
const usualDelay = 10

const extension = 0x21
const graphicControl = 0xf9
const imageDescriptor = 0x2c
const trailer = 0x3b

/**
 * Walks a GIF's blocks from front to end; of a file that breaks off, the frames that are whole. Rejects with
 * `invalid_video` where there are more frames than a video can have, and with the signal's reason.
 */
export const readGif = async (video: Blob, signal?: AbortSignal): Promise<GifFacts> => {
  const pause = createPause(signal)
  const bytes = walk(video, pause)
  const delays: number[] = []
  let clears = false
  let delay = 0
  const screen = await bytes.take(13)
  if (!screen) throw invalidVideo('gif_truncated')
  const [width, height] = [wordAt(screen, 6), wordAt(screen, 8)]
  let isWhole = await bytes.skip(paletteBytes(screen[10]))
  while (isWhole) {
    await pause()
    const kind = (await bytes.take(1))?.[0]
    if (kind === undefined || kind === trailer) break
    if (kind === extension) {
      const head = await bytes.take(2)
      if (!head) break
      if (head[0] === graphicControl && head[1] === 4) {
        const control = await bytes.take(4)
        if (!control) break
        delay = wordAt(control, 1)
        const disposal = (control[0] >> 2) & 7
        clears ||= disposal === 2 || disposal === 3
        isWhole = await bytes.skipBlocks()
      } else isWhole = (await bytes.skip(head[1])) && (head[1] === 0 || (await bytes.skipBlocks()))
    } else if (kind === imageDescriptor) {
      const descriptor = await bytes.take(9)
      if (!descriptor) break
      // The palette, the size of the codes, the codes.
      isWhole = (await bytes.skip(paletteBytes(descriptor[8]) + 1)) && (await bytes.skipBlocks())
      if (isWhole) delays.push(delay < leastDelay ? usualDelay : delay)
      if (delays.length > mostPackets) throw invalidVideo('gif_too_many_frames')
      delay = 0
    } else break
  }
  return { width, height, delays, clears }
}

const wordAt = (bytes: Uint8Array, index: number) => bytes[index] | (bytes[index + 1] << 8)

const paletteBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** A walk along a Blob, of which one piece is held at a time. Each step tells whether there was so much. */
const walk = (blob: Blob, pause: () => Promise<void>) => {
  const pieceBytes = 1 << 20
  let piece = new Uint8Array()
  let start = 0
  let position = 0

  const hold = async (): Promise<void> => {
    await pause()
    start = position
    piece = new Uint8Array(await blob.slice(start, start + pieceBytes).arrayBuffer())
  }
  const take = async (count: number): Promise<Uint8Array | undefined> => {
    if (position + count > blob.size) return undefined
    if (position < start || position + count > start + piece.length) await hold()
    const taken = piece.subarray(position - start, position - start + count)
    position += count
    return taken
  }
  const skip = async (count: number): Promise<boolean> => {
    position += count
    return position <= blob.size
  }
  /** Blocks of up to 255 bytes, each after its length; a length of 0 ends them. */
  const skipBlocks = async (): Promise<boolean> => {
    while (position < blob.size) {
      if (position < start || position >= start + piece.length) await hold()
      // A block may be as short as a byte, so nothing is waited for between them.
      while (position < start + piece.length) {
        const length = piece[position - start]
        position += length + 1
        if (length === 0) return true
      }
    }
    return false
  }
  return { take, skip, skipBlocks }
}
