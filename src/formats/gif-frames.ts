import { createYielder } from '#base/timers.ts'
import { leavesFree, type ReadFrames, shownDelay } from './picture-frames.ts'
import { walkBytes } from './walk-bytes.ts'

const extension = 0x21
const graphicControl = 0xf9
const application = 0xff
const imageDescriptor = 0x2c
const trailer = 0x3b

/** GIF counts in hundredths of a second. */
const clockHz = 100

/**
 * Of a GIF (CompuServe, GIF89a), from its blocks. How often it plays is an extension of Netscape: without it once, with
 * a count of repetitions once more than that, as browsers play it.
 */
export const readGifFrames: ReadFrames = async (file, { maxFrames, signal }) => {
  const yieldNow = createYielder(signal)
  const bytes = walkBytes(file, yieldNow)
  const delays: number[] = []
  // Transparency can appear where a frame is disposed to the background or to the frame before, and is there where the
  // first frame has a transparent colour or leaves a part of the screen free.
  let mayBeTransparent = false
  let [delay, hasTransparentColor, plays] = [0, false, 1]
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
        mayBeTransparent ||= disposal === 2 || disposal === 3
        hasTransparentColor = ((control[0] ?? 0) & 1) === 1
        isWhole = await bytes.skipBlocks()
      } else if (head[0] === application && head[1] === loopNameBytes) {
        const named = await bytes.take(loopNameBytes + 4)
        if (!named) break
        // The first block: its length, the number 1, and the count.
        const isLoop = loopNames.includes(String.fromCharCode(...named.subarray(0, loopNameBytes)))
        const repeats = wordAt(named, loopNameBytes + 2)
        if (isLoop) plays = repeats === 0 ? 0 : repeats + 1
        isWhole = (await bytes.skip((named[loopNameBytes] ?? 0) - 3)) && (await bytes.skipBlocks())
      } else isWhole = (await bytes.skip(head[1] ?? 0)) && (head[1] === 0 || (await bytes.skipBlocks()))
    } else if (kind === imageDescriptor) {
      const descriptor = await bytes.take(9)
      if (!descriptor) break
      if (delays.length === 0) {
        const [x = 0, y = 0, shownWidth = 0, shownHeight = 0] = [0, 2, 4, 6].map((at) =>
          wordAt(descriptor, at),
        )
        const frame = { x, y, width: shownWidth, height: shownHeight }
        mayBeTransparent ||= hasTransparentColor || leavesFree({ width, height }, frame)
      }
      // A palette, the code size, and the compressed pixels.
      isWhole = (await bytes.skip(paletteBytes(descriptor[8]) + 1)) && (await bytes.skipBlocks())
      if (isWhole) delays.push(shownDelay(delay, clockHz))
      if (delays.length > maxFrames) break
      delay = 0
    } else break
  }
  return { width, height, delays, clockHz, mayBeTransparent, plays }
}

const loopNameBytes = 11
const loopNames = ['NETSCAPE2.0', 'ANIMEXTS1.0']

const wordAt = (bytes: Uint8Array, index: number) => (bytes[index] ?? 0) | ((bytes[index + 1] ?? 0) << 8)

const paletteBytes = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
