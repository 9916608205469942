import type { Size } from '#base/geometry.ts'
import type { Frame } from '#codecs/video/frame.ts'

/** ffmpeg's pixel format of 16-bit planes, the only one of 16 bits that its filter `pad` accepts unchanged. */
export const deepPixels = 'gbrap16le'

/** The 16-bit value of white in YUV from ffmpeg's scaler: 255 * 256. */
const scalersWhite = 65_280

/** Reads a frame in `deepPixels`, with fine values if the source, in `sourceFormat`, had more than 8 bits. */
export const fromDeepPixels = (
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: Size,
  sourceFormat: string,
): Pick<Frame, 'raster' | 'fineColors'> => {
  const values = new Uint16Array(bytes.buffer)
  const pixels = width * height
  const share = /^(gbr|rgb|bgr)/.test(sourceFormat) ? 1 : 65_535 / scalersWhite
  const fine = new Uint16Array(pixels * 3)
  const data = new Uint8ClampedArray(pixels * 4)
  for (let at = 0, to = 0; at < pixels; at++, to += 3) {
    const red = Math.min(65_535, values[2 * pixels + at] * share + 0.5)
    const green = Math.min(65_535, values[at] * share + 0.5)
    const blue = Math.min(65_535, values[pixels + at] * share + 0.5)
    fine[to] = red
    fine[to + 1] = green
    fine[to + 2] = blue
    data[at * 4] = red / 257
    data[at * 4 + 1] = green / 257
    data[at * 4 + 2] = blue / 257
    data[at * 4 + 3] = values[3 * pixels + at] / 257
  }
  const raster = { width, height, data }
  return isDeepPixelFormat(sourceFormat)
    ? { raster, fineColors: { width, height, channels: 3, data: fine } }
    : { raster }
}

/** A frame in the log of the filter `showinfo`: its time on the container's clock, and its pixel format. */
export type LoggedFrame = { readonly seconds: number; readonly pixelFormat: string }

/** Reads the frames from the log of the filter `showinfo`, which writes one line before each of them. */
export const readFrameLog = () => {
  const waiting: LoggedFrame[] = []
  let clock = 1
  let last: LoggedFrame = { seconds: 0, pixelFormat: '' }
  return {
    onLine: (line: string): boolean => {
      if (!line.includes('showinfo')) return false
      const base = /config in time_base: (\d+)\/(\d+)/.exec(line)
      if (base) clock = Number(base[1]) / Number(base[2])
      const stamp = /\] n: *\d+ pts: *(-?\d+)/.exec(line)
      const pixelFormat = /\bfmt:(\w+)/.exec(line)?.[1] ?? ''
      if (stamp) waiting.push({ seconds: Number(stamp[1]) * clock, pixelFormat })
      return true
    },
    next: (): LoggedFrame => {
      last = waiting.shift() ?? last
      return last
    },
  }
}

/** Whether a pixel format has more than 8 bits per sample: yuv420p10le, p010le, gbrp12le, gray16le. */
export const isDeepPixelFormat = (name: string): boolean => /(9|10|12|14|16|32|48|64)[lb]e$/.test(name)
