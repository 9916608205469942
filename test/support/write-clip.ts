import type { Frame } from '#codecs/video/frame.ts'
import type { ByteSink, WriteOptions, WrittenVideo } from '#codecs/video/write/frame-writer.ts'
import { openFrameWriter } from '#codecs/video/write/open-frame-writer.ts'
import type { Raster } from '#engine/raster.ts'

/** A sink in memory; it throws where bytes are left out. */
export const memorySink = () => {
  let bytes = new Uint8Array(0)
  const sink: ByteSink & { blob(): Blob } = {
    async write(data, position) {
      const end = position + data.byteLength
      if (position > bytes.length) throw new Error(`Bytes ${bytes.length} to ${position} were left out`)
      if (end > bytes.length) {
        const longer = new Uint8Array(end)
        longer.set(bytes)
        bytes = longer
      }
      bytes.set(data, position)
    },
    blob: () => new Blob([bytes]),
  }
  return sink
}

/** A picture in motion: smooth colour, alpha rising from left to right in steps, a box that moves with `index`. */
export const paintFrame = (width: number, height: number, index: number): Raster => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const inBox = (x - 3 * index) % width < 24 && y > height / 2
      data[at] = inBox ? 220 : 120 + 60 * Math.sin(x / 30)
      data[at + 1] = inBox ? 60 : 110 + 50 * Math.cos(y / 25)
      data[at + 2] = inBox ? 40 : 100
      data[at + 3] = alphaAt(x, width)
    }
  }
  return { width, height, data }
}

/** A quarter transparent, a half ramp, a quarter opaque. */
export const alphaAt = (x: number, width: number): number =>
  Math.max(0, Math.min(255, Math.round(((x / width - 0.25) / 0.5) * 255)))

/** The times of frames at a constant rate, in seconds. */
export const evenTimes = (count: number, fps: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index / fps)

type Clip = {
  readonly times: readonly number[]
  readonly endSeconds?: number
  readonly paint?: (index: number) => Raster
}

/** Writes a painted clip in the way the studio does. */
export const writeClip = async (
  options: Partial<WriteOptions> & Pick<WriteOptions, 'format' | 'size'>,
  { times, endSeconds, paint }: Clip,
): Promise<WrittenVideo & { blob: Blob }> => {
  const { width, height } = options.size
  const fps = times.length > 1 ? (times.length - 1) / ((times.at(-1) ?? 1) - (times[0] ?? 0)) : 30
  const sink = memorySink()
  const writer = await openFrameWriter(
    {
      fps,
      isVariable: times.some((seconds, index) => Math.abs(seconds - index / fps) > 0.001),
      frames: times.length,
      hasAlpha: false,
      isMatte: false,
      audioOf: null,
      signal: new AbortController().signal,
      ...options,
    },
    sink,
  )
  for (const [index, timestampSeconds] of times.entries()) {
    const next = times[index + 1] ?? endSeconds ?? timestampSeconds + 1 / fps
    const raster = paint ? paint(index) : paintFrame(width, height, index)
    const frame: Frame = { raster, timestampSeconds, durationSeconds: next - timestampSeconds }
    await writer.write(frame)
  }
  return { ...(await writer.finish()), blob: sink.blob() }
}
