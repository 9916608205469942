import { zlib } from '#base/deflate.ts'
import { createYielder } from '#base/timers.ts'
import type { AlphaForm } from '#contract/frame-sequence.ts'
import { decodeSrgb } from '#engine/color/srgb-transfer.ts'
import type { DeepPicture } from '#engine/raster.ts'
import { exrHeader, linesPerBlock } from './exr-header.ts'

type ExrOptions = {
  readonly alpha: AlphaForm
  /** Frames per second of the picture's clip; absent without a clip, or at an uneven rate. */
  readonly fps?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The channels by the number of samples of a pixel, in the order of their names, as the format requires. */
const channelNames = { 1: ['Y'], 3: ['B', 'G', 'R'], 4: ['A', 'B', 'G', 'R'] } as const

/**
 * Writes an OpenEXR file ("OpenEXR File Layout", openexr.com): scan lines of half floats in ZIP blocks of 16 lines.
 * Colours are linear light with sRGB's primaries, premultiplied with alpha, as readers expect, unless `alpha` is
 * `straight`, and black at alpha 0. A grey picture is a matte: one channel Y of coverage, not light. Rejects with the
 * reason of `signal`.
 */
export const encodeExr = async (picture: DeepPicture, { alpha, fps, signal }: ExrOptions): Promise<Blob> => {
  const { width, height } = picture
  const channels = channelNames[picture.channels]
  const head = exrHeader({ width, height, channels, alpha, fps: fps ?? null })
  const count = Math.ceil(height / linesPerBlock)
  const offsets = new BigUint64Array(count)
  const pieces: BlobPart[] = []
  const yieldNow = createYielder(signal)
  let position = head.byteLength + offsets.byteLength
  for (let block = 0; block < count; block++) {
    await yieldNow()
    const from = block * linesPerBlock
    const lines = Math.min(linesPerBlock, height - from)
    const halves = new Uint16Array(lines * width * channels.length)
    for (let line = 0; line < lines; line++)
      fillLine(halves.subarray(line * width * channels.length), picture, from + line, alpha)
    const data = await compress(halves)
    offsets[block] = BigInt(position)
    pieces.push(Int32Array.of(from, data.byteLength), data)
    position += 8 + data.byteLength
  }
  return new Blob([head, offsets, ...pieces], { type: 'image/x-exr' })
}

/** Writes line `y`: all values of its first channel, then those of the next. */
const fillLine = (halves: Uint16Array, picture: DeepPicture, y: number, form: AlphaForm): void => {
  const { width, channels, data } = picture
  const { coverage, light, lightHalves } = tables()
  const start = y * width * channels
  if (channels === 1) {
    for (let x = 0; x < width; x++) halves[x] = coverage[data[start + x]]
    return
  }
  const blue = channels === 4 ? width : 0
  for (let x = 0, at = start; x < width; x++, at += channels) {
    const cover = channels === 4 ? data[at + 3] : most
    if (channels === 4) halves[x] = coverage[cover]
    if (cover === 0) continue
    for (let channel = 0, to = blue + 2 * width + x; channel < 3; channel++, to -= width) {
      const value = data[at + channel]
      halves[to] =
        form === 'straight' || cover === most
          ? lightHalves[value]
          : toHalfFloat(light[value] * (cover / most))
    }
  }
}

/** The largest 16-bit sample. */
const most = 65_535

/** For each 16-bit sample: its share of the largest as a half float, and its sRGB light as float and half float. */
type Tables = {
  readonly coverage: Uint16Array
  readonly light: Float32Array
  readonly lightHalves: Uint16Array
}

let made: Tables | undefined

const tables = (): Tables => {
  if (made) return made
  const light = Float32Array.from({ length: most + 1 }, (_, value) => decodeSrgb(value / most))
  const coverage = Uint16Array.from(light, (_, value) => toHalfFloat(value / most))
  made = { coverage, light, lightHalves: Uint16Array.from(light, (value) => toHalfFloat(value)) }
  return made
}

/**
 * A block of the file: all low bytes, then all high bytes, each as the difference from the byte before, as a zlib
 * stream; uncompressed if that is smaller.
 */
const compress = async (halves: Uint16Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(halves.length * 2)
  for (let i = 0; i < halves.length; i++) {
    bytes[i] = halves[i]
    bytes[halves.length + i] = halves[i] >>> 8
  }
  for (let i = bytes.length - 1; i > 0; i--) bytes[i] = bytes[i] - bytes[i - 1] + 128
  const deflated = await zlib(bytes)
  return deflated.byteLength < bytes.byteLength ? deflated : new Uint8Array(halves.buffer)
}

/** The largest half float. */
const largest = 65_504

const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/**
 * The bits of the nearest half float (IEEE 754 binary16), ties to even. Larger values become the largest half float,
 * since light must not be infinite.
 */
const toHalfFloat = (value: number): number => {
  float[0] = Math.min(largest, Math.max(-largest, value))
  const sign = (bits[0] >>> 16) & 0x8000
  const exponent = ((bits[0] >>> 23) & 0xff) - 112
  const fraction = bits[0] & 0x7fffff
  if (exponent < -10) return sign
  // Subnormal below 2^-14: the leading one is written.
  const [whole, dropped] =
    exponent > 0 ? [(exponent << 23) | fraction, 13] : [fraction | 0x800000, 14 - exponent]
  const kept = whole >>> dropped
  const rest = whole & ((1 << dropped) - 1)
  const half = 1 << (dropped - 1)
  const up = rest > half || (rest === half && (kept & 1) === 1) ? 1 : 0
  return sign | (kept + up)
}
