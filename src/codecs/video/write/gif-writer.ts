import { GIFEncoder, quantize } from 'gifenc'
import { videoFormats } from '#contract/output-formats.ts'
import { createPaletteMap, type Palette, type PaletteMap, samplePixels } from '#engine/color/palette-map.ts'
import { createFrameDelays, lastDelay } from '#engine/frame-delays.ts'
import type { Raster } from '#engine/raster.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'

const greys: Palette = Array.from({ length: 256 }, (_, level) => [level, level, level] as const)

/** GIF delays are in hundredths of a second. */
const clock = { clockHz: 100, maxFps: videoFormats.gif.maxFps } as const

/** Disposal methods of GIF89a, section 23. */
const doNotDispose = 1
const restoreBackground = 2

type Prepared = {
  readonly indices: Uint8Array
  readonly palette: Palette
  readonly start: number
  readonly endSeconds: number
}

/**
 * Writes GIF89a that plays for ever (D-33) or as often as its source: transparent below alpha 128, 255 colours a frame,
 * at most 50 frames a second. An opaque GIF stores only the pixels that changed. A matte has its 256 greys (D-34).
 */
export const openGifWriter = (
  { size, fps, hasAlpha, isMatte, plays = 0 }: WriteOptions,
  sink: ByteSink,
): FormatWriter => {
  const gif = GIFEncoder()
  const delays = createFrameDelays(fps, clock)
  const choose = createPaletteChoice()
  const shown = hasAlpha || isMatte ? null : new Uint32Array(size.width * size.height)
  let pending: Prepared | undefined
  let common: Palette | undefined
  let frames = 0
  let dropped = 0
  let position = 0

  const prepare = (raster: Raster): { indices: Uint8Array; palette: Palette } => {
    const indices = new Uint8Array(size.width * size.height)
    if (isMatte) {
      for (let out = 0; out < indices.length; out++) indices[out] = raster.data[out * 4]
      return { indices, palette: greys }
    }
    const { map, spread } = choose(raster)
    map.map(raster, spread, hasAlpha ? transparencyIndex : null, indices)
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
      transparentIndex: transparencyIndex,
      dispose: hasAlpha && !isMatte ? restoreBackground : doNotDispose,
      // Repetitions: one less than it plays, with 0 for ever and -1 for none.
      repeat: plays === 0 ? 0 : plays === 1 ? -1 : plays - 1,
    })
    frames++
    await drain()
  }

  return {
    async write({ raster, timestampSeconds, durationSeconds }) {
      const endSeconds = timestampSeconds + durationSeconds
      const start = delays.startOf(timestampSeconds, durationSeconds)
      if (start === null) {
        // The frame before lasts as long as a dropped one too.
        if (pending) pending = { ...pending, endSeconds }
        dropped++
        return
      }
      if (pending) await put(pending, start)
      pending = { ...prepare(raster), start, endSeconds }
    },
    async finish() {
      if (pending) await put(pending, pending.start + lastDelay(pending.start, pending.endSeconds, clock))
      pending = undefined
      gif.finish()
      await drain()
      return { bytes: position, frames, dropped }
    },
    abort() {
      pending = undefined
    },
  }
}

/** Makes pixels transparent that keep their colour, since long runs of one index compress best. */
const keepUnchanged = (indices: Uint8Array, palette: Palette, shown: Uint32Array): void => {
  // 0 means: nothing shown yet, so each colour has a bit more.
  const colours = Uint32Array.from(palette, ([r, g, b]) => (1 << 24) | (r << 16) | (g << 8) | b)
  for (let at = 0; at < indices.length; at++) {
    const colour = colours[indices[at]]
    if (shown[at] === colour) indices[at] = transparencyIndex
    else shown[at] = colour
  }
}

/** Pixels that a palette is computed from, and pixels that it is judged by. */
const paletteSamples = 40_000
const judgeSamples = 4000
/** Levels of dither for each level of error: enough to hide steps, and none where colours are exact. */
const spreadPerError = 3
const maxSpread = 28

/** The index for transparent or unchanged pixels. */
const transparencyIndex = 0

type FramePalette = { readonly map: PaletteMap; readonly spread: number }

/**
 * Chooses the palette of each frame. The previous palette is kept while it fits, so that still parts do not flicker.
 */
const createPaletteChoice = (): ((raster: Raster) => FramePalette) => {
  let held: (FramePalette & { readonly error: number }) | undefined
  return (raster) => {
    const judged = samplePixels(raster, judgeSamples)
    if (held && held.map.errorOf(judged) <= held.error * 1.3 + 0.7) return held
    const map = createPaletteMap(paletteOf(raster), transparencyIndex + 1)
    const error = map.errorOf(judged)
    held = { map, error, spread: Math.min(maxSpread, error * spreadPerError) }
    return held
  }
}

const paletteOf = (raster: Raster): Palette => {
  const samples = samplePixels(raster, paletteSamples)
  const colours = samples.length === 0 ? [[0, 0, 0]] : quantize(samples, 255)
  return [[0, 0, 0], ...colours.map(([r = 0, g = 0, b = 0]) => [r, g, b] as const)]
}
