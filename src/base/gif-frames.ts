import { createYielder } from './timers.ts'

/** The frames of a GIF as its blocks describe them, known without decoding a pixel (CompuServe, GIF89a). */
export type GifFrames = {
  /** Of the logical screen, in pixels. */
  readonly width: number
  readonly height: number
  /** The time for which browsers show each frame, in hundredths of a second. */
  readonly delays: readonly number[]
  /** Whether any frame is disposed to the background or to the previous frame, so that transparency can reappear. */
  readonly restoresBackground: boolean
}

/** Browsers show frames with a delay of 0 or 1 hundredths of a second for a tenth of a second. */
const minDelay = 2
const defaultDelay = 10

const extension = 0x21
const graphicControl = 0xf9
const imageDescriptor = 0x2c
const trailer = 0x3b

/**
 * Reads the blocks of a GIF from front to end, with 1 MiB in memory at a time. A truncated file gives its complete
 * frames. Reading stops after frame `maxFrames` + 1, so more delays than `maxFrames` mean that there are too many. Null
 * where the file ends before its first block. Rejects with the reason of `signal` when it is aborted.
 */
export const readGifFrames = async (
  file: Blob,
  { maxFrames, signal }: { readonly maxFrames: number; readonly signal?: AbortSignal | undefined },
): Promise<GifFrames | null> => {
  const yieldNow = createYielder(signal)
  const bytes = walkBytes(file, yieldNow)
  const delays: number[] = []
  let restoresBackground = false
  let delay = 0
  const screen = await bytes.take(13)
  if (!screen) return null
  const [width, height] = [wordAt(screen, 6), wordAt(screen, 8)]
  let isWhole = await bytes.skip(paletteBytes(screen[10]))
  while (isWhole) {
    await yieldNow()
    const kind = (await bytes.take(1))?.[0]
    if (kind === undefined || kind === trailer) break
    if (kind === extension) {
      const head = await bytes.take(2)
      if (!head) break
      if (head[0] === graphicControl && head[1] === 4) {
        const control = await bytes.take(4)
        if (!control) break
        delay = wordAt(control, 1)
        const disposal = ((control[0] ?? 0) >> 2) & 7
        restoresBackground ||= disposal === 2 || disposal === 3
        isWhole = await bytes.skipBlocks()
      } else isWhole = (await bytes.skip(head[1] ?? 0)) && (head[1] === 0 || (await bytes.skipBlocks()))
    } else if (kind === imageDescriptor) {
      const descriptor = await bytes.take(9)
      if (!descriptor) break
      // A palette, the code size, and the compressed pixels.
      isWhole = (await bytes.skip(paletteBytes(descriptor[8]) + 1)) && (await bytes.skipBlocks())
      if (isWhole) delays.push(delay < minDelay ? defaultDelay : delay)
      if (delays.length > maxFrames) break
      delay = 0
    } else break
  }
  return { width, height, delays, restoresBackground }
}

const wordAt = (bytes: Uint8Array, index: number) => (bytes[index] ?? 0) | ((bytes[index + 1] ?? 0) << 8)

const paletteBytes = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** Reads a Blob from front to end. Each step reports whether the Blob was long enough. */
const walkBytes = (blob: Blob, yieldNow: () => Promise<void>) => {
  const pieceBytes = 1 << 20
  let piece = new Uint8Array()
  let start = 0
  let position = 0

  const hold = async (): Promise<void> => {
    await yieldNow()
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
  /**
   * Skips sub-blocks of up to 255 bytes, each after a byte with its length; a length of 0 ends them (GIF89a, section
   * 15).
   */
  const skipBlocks = async (): Promise<boolean> => {
    while (position < blob.size) {
      if (position < start || position >= start + piece.length) await hold()
      // A block may be one byte long, so there is no `await` between blocks.
      while (position < start + piece.length) {
        const length = piece[position - start] ?? 0
        position += length + 1
        if (length === 0) return true
      }
    }
    return false
  }
  return { take, skip, skipBlocks }
}
