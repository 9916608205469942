/** What the filter `showinfo` says of a frame: its time on the container's clock, and how ffmpeg calls its pixels. */
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

/** Whether pixels that ffmpeg calls so have more than 8 bits a sample: yuv420p10le, p010le, gbrp12le, gray16le. */
export const isDeepPixelFormat = (name: string): boolean => /(9|10|12|14|16|32|48|64)[lb]e$/.test(name)
