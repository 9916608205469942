import type { Device } from '#matting/device.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import { turnEventLoop } from './event-loop.ts'

const device: Device = {
  backend: 'wasm',
  threads: 1,
  isolated: false,
  precision: 'int8+fp16',
  label: 'CPU, 1 thread',
  notes: [],
}

/** The side of the matte in pixels, whatever the size of the photo, as with a network. */
const side = 128

/**
 * Pixels that are more red than green are the subject: the matte depends on the photo alone, so a test that paints the
 * photo knows the answer.
 */
export const fakeMatter: ImageMatter = {
  device,
  isReady: () => true,
  load: async () => {},
  estimate: async ({ width, height, data }, _level, { signal }) => {
    // A network takes its time; long enough here for an abort to arrive.
    await turnEventLoop()
    signal.throwIfAborted()
    const matte = new Float32Array(side * side)
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const pixel =
          4 * (Math.floor(((y + 0.5) * height) / side) * width + Math.floor(((x + 0.5) * width) / side))
        matte[y * side + x] = (data[pixel] ?? 0) > (data[pixel + 1] ?? 0) ? 1 : 0
      }
    }
    return { width: side, height: side, data: matte }
  },
  estimateFeatures: async () => [],
}
