import type { Size } from '#base/geometry.ts'
import { createYielder } from '#base/timers.ts'
import type { AlphaForm } from '#contract/frame-sequence.ts'
import { decodeSrgb } from '#engine/color/srgb-transfer.ts'
import type { EncoderInput } from '#engine/compose.ts'
import { type ExrChannels, exrHeader, linesPerBlock } from './exr-header.ts'
import { toHalfFloat } from './half-float.ts'

type ExrOptions = {
  readonly alpha: AlphaForm
  /** Frames a second of the clip that the picture is of; absent for none, or an uneven rate. */
  readonly fps?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes an OpenEXR file ("OpenEXR File Layout", openexr.com): scan lines of half floats, each 16 of them compressed by
 * ZIP. Colours are linear light of sRGB's primaries; they are multiplied with their alpha, as readers expect, unless it is
 * to be straight. Where alpha is 0 they are black. A grey picture is a matte: one channel Y that is not light but coverage.
 * Rejects with the reason of `signal` when it is aborted.
 */
export const encodeExr = async (picture: EncoderInput, { alpha, fps, signal }: ExrOptions): Promise<Blob> => {
  const { channels, size, fill } = planPicture(picture, alpha)
  const head = exrHeader({ ...size, channels, alpha, fps: fps ?? null })
  const count = Math.ceil(size.height / linesPerBlock)
  const offsets = new BigUint64Array(count)
  const pieces: BlobPart[] = []
  const yieldNow = createYielder(signal)
  let position = head.byteLength + offsets.byteLength
  for (let block = 0; block < count; block++) {
    await yieldNow()
    const from = block * linesPerBlock
    const lines = Math.min(linesPerBlock, size.height - from)
    const halves = new Uint16Array(lines * size.width * channels.length)
    for (let line = 0; line < lines; line++) fill(halves, from + line, line * size.width * channels.length)
    const data = await compress(halves)
    offsets[block] = BigInt(position)
    pieces.push(Int32Array.of(from, data.byteLength), data)
    position += 8 + data.byteLength
  }
  return new Blob([head, offsets, ...pieces], { type: 'image/x-exr' })
}

type PicturePlan = {
  readonly size: Size
  readonly channels: ExrChannels
  /** Writes line `y` at `at`: all values of its first channel, then those of the next. */
  readonly fill: (halves: Uint16Array, y: number, at: number) => void
}

const planPicture = (picture: EncoderInput, alpha: AlphaForm): PicturePlan => {
  if (picture.kind === 'grey') {
    const { data, ...size } = picture.alpha
    const fill: PicturePlan['fill'] = (halves, y, at) => {
      for (let x = 0; x < size.width; x++) halves[at + x] = coverage[data[y * size.width + x]]
    }
    return { size, channels: ['Y'], fill }
  }
  const { raster, opaque } = picture
  const { data, width, height } = raster
  const light = lightIn(opaque ? 'straight' : alpha)
  const fill: PicturePlan['fill'] = (halves, y, at) => {
    let blue = at
    if (!opaque) blue += width
    for (let x = 0, from = y * width * 4; x < width; x++, from += 4) {
      const cover = opaque ? 255 : data[from + 3]
      if (!opaque) halves[at + x] = coverage[cover]
      halves[blue + x] = light[(cover << 8) | data[from + 2]]
      halves[blue + width + x] = light[(cover << 8) | data[from + 1]]
      halves[blue + 2 * width + x] = light[(cover << 8) | data[from]]
    }
  }
  return { size: { width, height }, channels: opaque ? ['B', 'G', 'R'] : ['A', 'B', 'G', 'R'], fill }
}

/** The half float of each alpha or matte of 8 bits: 0 to 1. */
const coverage = Uint16Array.from({ length: 256 }, (_, value) => toHalfFloat(value / 255))

const lights = new Map<AlphaForm, Uint16Array>()

/** The half float of the light of each value of sRGB, beside each alpha: that of `c` beside `a` is at `a << 8 | c`. */
const lightIn = (alpha: AlphaForm): Uint16Array => {
  const known = lights.get(alpha)
  if (known) return known
  const made = Uint16Array.from({ length: 65_536 }, (_, at) => {
    const cover = (at >>> 8) / 255
    return toHalfFloat(decodeSrgb((at & 255) / 255) * (alpha === 'straight' ? Math.sign(cover) : cover))
  })
  lights.set(alpha, made)
  return made
}

/**
 * A block as it stands in the file: all low bytes, then all high bytes, each as its difference to the one before, then
 * deflated with the head and checksum of zlib. A block that this would make larger stands as it is.
 */
const compress = async (halves: Uint16Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(halves.length * 2)
  for (let i = 0; i < halves.length; i++) {
    bytes[i] = halves[i]
    bytes[halves.length + i] = halves[i] >>> 8
  }
  for (let i = bytes.length - 1; i > 0; i--) bytes[i] = bytes[i] - bytes[i - 1] + 128
  const { readable, writable } = new CompressionStream('deflate')
  const writer = writable.getWriter()
  const [deflated] = await Promise.all([
    new Response(readable).arrayBuffer(),
    writer.write(bytes).then(() => writer.close()),
  ])
  return new Uint8Array(deflated.byteLength < bytes.byteLength ? deflated : halves.buffer)
}
