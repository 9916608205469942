import type { Frame } from '#codecs/video/frame.ts'
import type { VideoFormat } from '#contract/output-formats.ts'
import type { StickerLimits } from '#contract/stickers.ts'
import { createFrameDelays } from '#engine/frame-delays.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { openBlobSink } from './file-sinks.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'

/** One way to reduce the file. */
type Try = {
  readonly quality?: number
  /** Share of the bit rate with which the file would be as large as it may be. */
  readonly bitrateShare?: number
  /** Bits of each sample that are kept. */
  readonly bits?: number
  /** Only every `step`-th frame is written, and lasts until the next one. */
  readonly step?: number
}

/** Ways from the best to the smallest. */
const triesOf: Partial<Record<VideoFormat, readonly Try[]>> = {
  webm: [
    ...[0.9, 0.6, 0.3, 0.1].map((bitrateShare) => ({ bitrateShare })),
    ...[2, 3, 5].map((step) => ({ bitrateShare: 0.2, step })),
  ],
  webp: [
    ...[80, 60, 40, 20, 5].map((quality) => ({ quality })),
    ...[2, 3, 5, 10].map((step) => ({ quality: 5, step })),
  ],
  apng: [
    ...[{}, { bits: 5 }, { bits: 4 }],
    ...[2, 3, 5].map((step) => ({ bits: 4, step })),
    ...[5, 10].map((step) => ({ bits: 2, step })),
  ],
}

/** A clock of milliseconds, on which frames that are too fast are dropped evenly. */
const clockHz = 1000

/**
 * Writes a sticker for a messenger: in its size, duration and rate, played for ever; then smaller and smaller until the
 * file has at most `maxBytes`. Meanwhile the frames, at most 150 of 1 MB, stay in memory. If even the smallest file is
 * too large, the result contains this.
 */
export const openStickerWriter = (
  options: WriteOptions,
  { sidePx, maxSeconds, maxFps, maxBytes }: StickerLimits,
  sink: ByteSink,
  open: (options: WriteOptions, sink: ByteSink) => FormatWriter | Promise<FormatWriter>,
): FormatWriter => {
  const size = { width: sidePx, height: sidePx }
  const delays = createFrameDelays(options.fps, { clockHz, maxFps })
  const fps = Math.min(options.fps, maxFps)
  const kept: Frame[] = []
  let dropped = 0
  let writing: FormatWriter | undefined

  const write = async ({ quality, bitrateShare, bits = 8, step = 1 }: Try) => {
    const bytes = openBlobSink()
    const last = kept.at(-1)
    const seconds = last ? last.timestampSeconds + last.durationSeconds : 1
    writing = await open(
      {
        ...options,
        size,
        fps: fps / step,
        frames: kept.length,
        isVariable: true,
        audioOf: null,
        plays: 0,
        ...(quality && { quality }),
        ...(bitrateShare && { maxBitrate: (8 * maxBytes * bitrateShare) / seconds }),
      },
      bytes,
    )
    for (let index = 0; index < kept.length; index += step) {
      const group = kept.slice(index, index + step)
      const [first] = group
      if (!first) break
      await writing.write({
        raster: withBits(first.raster, bits),
        timestampSeconds: first.timestampSeconds,
        durationSeconds: group.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
      })
    }
    const written = await writing.finish()
    const leftOut = kept.length - Math.ceil(kept.length / step)
    return { ...written, leftOut, blob: bytes.blob('') }
  }

  return {
    async write({ raster, timestampSeconds, durationSeconds }) {
      const start = delays.startOf(timestampSeconds, durationSeconds)
      const isOver = timestampSeconds >= maxSeconds - 1 / (2 * clockHz)
      const last = kept.at(-1)
      if (isOver || start === null) {
        dropped++
        // The frame before lasts as long as one that is too fast.
        if (!isOver && last)
          kept[kept.length - 1] = lasting(last, timestampSeconds + durationSeconds, maxSeconds)
        return
      }
      const frame = { raster: resizeRaster(raster, size), timestampSeconds: start / clockHz, durationSeconds }
      if (last) kept[kept.length - 1] = lasting(last, frame.timestampSeconds, maxSeconds)
      kept.push(lasting(frame, timestampSeconds + durationSeconds, maxSeconds))
    },
    async finish() {
      const [best = {}, ...smaller] = triesOf[options.format] ?? []
      let made = await write(best)
      // The first smaller one that fits, by bisection; the last one if none does.
      let [from, to] = made.bytes <= maxBytes ? [0, 0] : [0, smaller.length]
      while (from < to) {
        const middle = (from + to) >> 1
        const tried = await write(smaller[middle] ?? {})
        const isFitting = tried.bytes <= maxBytes
        if (isFitting || made.bytes > maxBytes) made = tried
        if (isFitting) to = middle
        else from = middle + 1
      }
      await sink.write(new Uint8Array(await made.blob.arrayBuffer()), 0)
      return {
        bytes: made.bytes,
        frames: made.frames ?? kept.length - made.leftOut,
        dropped: dropped + made.leftOut,
        ...(made.bytes > maxBytes && { excess: { bytes: made.bytes, maxBytes } }),
      }
    },
    abort: () => writing?.abort(),
  }
}

/** A frame shown until a time, at most to the end of the sticker. */
const lasting = (frame: Frame, endSeconds: number, maxSeconds: number): Frame => ({
  ...frame,
  durationSeconds: Math.min(endSeconds, maxSeconds) - frame.timestampSeconds,
})

/** A copy with samples of fewer bits, spread over the same range. */
const withBits = ({ width, height, data }: Raster, bits: number): Raster => {
  if (bits === 8) return { width, height, data: data.slice() }
  const levels = 2 ** bits - 1
  const spread = Uint8ClampedArray.from(
    { length: 256 },
    (_, value) => (Math.round((value / 255) * levels) * 255) / levels,
  )
  return { width, height, data: data.map((value) => spread[value] ?? 0) }
}
