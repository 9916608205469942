import { type Box, wholeBox } from '#base/geometry.ts'
import { createFrameDelays, type FrameClock, lastDelay } from '#engine/frame-delays.ts'
import type { Raster } from '#engine/raster.ts'
import { cropRaster } from '#engine/resample/resize.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'

/** One frame of a moving picture: the box of changed pixels, and its delay in ticks. */
type MovingFrame = { readonly raster: Raster; readonly box: Box; readonly delay: number }

/** The format of a moving picture, as sequential bytes. */
type MovingFile = {
  readonly clock: FrameClock
  /** Offsets of frames are multiples of this. */
  readonly stepPx: 1 | 2
  /** The bytes before the first frame. */
  head(): Uint8Array
  frame(frame: MovingFrame): Promise<Uint8Array>
  /** The bytes after the last frame, and corrections of written bytes that are only known now. */
  end(
    frames: number,
    bytes: number,
  ): { readonly tail: Uint8Array; readonly amended: readonly (readonly [position: number, Uint8Array])[] }
  close(): void
}

/**
 * Writes moving pictures with the smallest box of changed pixels per frame; a frame without a change prolongs the one
 * before.
 */
export const openMovingPicture = (
  { size, fps }: Pick<WriteOptions, 'size' | 'fps'>,
  sink: ByteSink,
  file: MovingFile,
): FormatWriter => {
  const delays = createFrameDelays(fps, file.clock)
  let shown: Raster | undefined
  let pending: (Omit<MovingFrame, 'delay'> & { start: number; endSeconds: number }) | undefined
  let [frames, dropped, position] = [0, 0, 0]
  const write = async (bytes: Uint8Array) => {
    await sink.write(bytes, position)
    position += bytes.byteLength
  }
  const put = async ({ raster, box }: Omit<MovingFrame, 'delay'>, delay: number) => {
    if (frames === 0) await write(file.head())
    await write(await file.frame({ raster: cropRaster(raster, box), box, delay }))
    frames++
  }
  return {
    async write({ raster, timestampSeconds, durationSeconds }) {
      const endSeconds = timestampSeconds + durationSeconds
      const start = delays.startOf(timestampSeconds, durationSeconds)
      const box = shown ? changedBox(shown, raster, file.stepPx) : wholeBox(size)
      // The frame before lasts as long as a dropped one too.
      if (pending && (start === null || box === null)) pending.endSeconds = endSeconds
      if (start === null) dropped++
      if (start === null || box === null) return
      if (pending) await put(pending, start - pending.start)
      pending = { raster, box, start, endSeconds }
      shown = raster
    },
    async finish() {
      if (pending) await put(pending, lastDelay(pending.start, pending.endSeconds, file.clock))
      const { tail, amended } = file.end(frames, position)
      await write(tail)
      for (const [at, bytes] of amended) await sink.write(bytes, at)
      file.close()
      return { bytes: position, frames, dropped }
    },
    abort: () => file.close(),
  }
}

/** The smallest box of visibly different pixels, with left and top a multiple of `stepPx`; null if there are none. */
const changedBox = (before: Raster, after: Raster, stepPx: 1 | 2): Box | null => {
  const { width, height } = after
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (old[at] === now[at] || ((old[at] ?? 0) >>> 24 === 0 && (now[at] ?? 0) >>> 24 === 0)) continue
      if (x < left) left = x
      if (x >= right) right = x + 1
      if (y < top) top = y
      bottom = y + 1
    }
  }
  if (right === 0) return null
  const [x, y] = [left - (left % stepPx), top - (top % stepPx)]
  return { x, y, width: right - x, height: bottom - y }
}

/** Pixels as words whose upper byte is alpha. */
const wordsOf = ({ data }: Raster): Uint32Array =>
  data.byteOffset % 4 === 0
    ? new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
    : new Uint32Array(data.slice().buffer)
