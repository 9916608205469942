import { GIFEncoder } from 'gifenc'
import type { Palette } from '#engine/color/palette-map.ts'
import { createFrameDelays, lastDelay } from '#engine/gif-frame-delays.ts'
import type { Raster } from '#engine/raster.ts'
import type { FormatWriter } from './format-writer.ts'
import type { ByteSink, WriteOptions } from './frame-writer.ts'
import { createPaletteChoice, emptyIndex } from './gif-palette.ts'

const greys: Palette = Array.from({ length: 256 }, (_, level) => [level, level, level] as const)

/** GIF89a's ways to end a frame. */
const leaveFrame = 1
const clearFrame = 2

type Prepared = {
  readonly indices: Uint8Array
  readonly palette: Palette
  readonly start: number
  readonly endSeconds: number
}

/**
 * GIF89a that loops for ever (D-33): transparent below half of alpha, 255 colours a frame, at most 50 frames a
 * second. An opaque one holds of each frame what has changed. A matte has its 256 greys (D-34).
 */
export const openGifWriter = (
  { size, fps, hasAlpha, isMatte }: WriteOptions,
  sink: ByteSink,
): FormatWriter => {
  const gif = GIFEncoder()
  const delays = createFrameDelays(fps)
  const choose = createPaletteChoice()
  const shown = hasAlpha || isMatte ? null : new Uint32Array(size.width * size.height)
  let pending: Prepared | undefined
  let common: Palette | undefined
  let frames = 0
  let position = 0

  const prepare = (raster: Raster): { indices: Uint8Array; palette: Palette } => {
    const indices = new Uint8Array(size.width * size.height)
    if (isMatte) {
      for (let out = 0; out < indices.length; out++) indices[out] = raster.data[out * 4]
      return { indices, palette: greys }
    }
    const { map, spread } = choose(raster)
    map.map(raster, spread, hasAlpha ? emptyIndex : null, indices)
    if (shown) keepUnchanged(indices, map.palette, shown)
    return { indices, palette: map.palette }
  }
  const drain = async () => {
    const bytes = gif.bytes()
    gif.stream.reset()
    await sink.write(bytes, position)
    position += bytes.byteLength
  }
  const put = async ({ indices, palette, start }: Prepared, end: number) => {
    const isFirst = common === undefined
    common ??= palette
    gif.writeFrame(indices, size.width, size.height, {
      ...(isFirst || palette !== common ? { palette } : {}),
      delay: (end - start) * 10,
      transparent: !isMatte,
      transparentIndex: emptyIndex,
      dispose: hasAlpha && !isMatte ? clearFrame : leaveFrame,
      repeat: 0,
    })
    frames++
    await drain()
  }

  return {
    async write({ raster, timestampSeconds, durationSeconds }) {
      const endSeconds = timestampSeconds + durationSeconds
      const start = delays.startOf(timestampSeconds, durationSeconds)
      if (start === null) {
        // What is dropped gives its time to the one before.
        if (pending) pending = { ...pending, endSeconds }
        return
      }
      if (pending) await put(pending, start)
      pending = { ...prepare(raster), start, endSeconds }
    },
    async finish() {
      if (pending) await put(pending, pending.start + lastDelay(pending.start, pending.endSeconds))
      pending = undefined
      gif.finish()
      await drain()
      return { bytes: position, audioDropped: null, frames }
    },
    abort() {
      pending = undefined
    },
  }
}

/** Empties what shows the same colour as before: long runs of one index take the least room. */
const keepUnchanged = (indices: Uint8Array, palette: Palette, shown: Uint32Array): void => {
  // 0 stands for nothing shown yet, so colours have a bit more.
  const colours = Uint32Array.from(palette, ([r, g, b]) => (1 << 24) | (r << 16) | (g << 8) | b)
  for (let at = 0; at < indices.length; at++) {
    const colour = colours[indices[at]]
    if (shown[at] === colour) indices[at] = emptyIndex
    else shown[at] = colour
  }
}
