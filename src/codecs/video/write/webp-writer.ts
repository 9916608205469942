import { concatBytes } from '#base/concat-bytes.ts'
import { openWebpEncoder, webpChunk, webpFlags } from '#codecs/image/webp/write.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { riffChunks } from '#formats/chunks.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { openMovingPicture } from './moving-picture.ts'

/** Milliseconds (RFC 9649, 2.7.1.1). */
const clock = { clockHz: 1000, maxFps: videoFormats.webp.maxFps } as const

/** Of moving pictures; noise between frames shows less than in a photo. */
const usualQuality = 80

/** The frame takes the place of what is below it, and stays. */
const replaces = 0x02

/** Writes a moving WebP: lossy with lossless alpha, a matte wholly lossless. */
export const openWebpWriter = (options: WriteOptions, sink: ByteSink): FormatWriter => {
  const { size, hasAlpha, isMatte, plays = 0, quality = usualQuality, signal } = options
  const encoder = openWebpEncoder()
  return openMovingPicture(options, sink, {
    clock,
    stepPx: 2,
    head() {
      const flags = webpFlags.animation | (hasAlpha && !isMatte ? webpFlags.alpha : 0)
      return concatBytes([
        new TextEncoder().encode('RIFF\0\0\0\0WEBP'),
        webpChunk(
          'VP8X',
          Uint8Array.of(flags, 0, 0, 0, ...uint24(size.width - 1), ...uint24(size.height - 1)),
        ),
        webpChunk('ANIM', Uint8Array.of(0, 0, 0, 0, plays & 255, plays >> 8)),
      ])
    },
    async frame({ raster, box, delay }) {
      const still = await encoder.encode(raster, isMatte ? { isLossless: true } : { quality }, signal)
      const place = [box.x / 2, box.y / 2, box.width - 1, box.height - 1, delay].flatMap(uint24)
      const pictures = pictureChunks(new Uint8Array(await still.arrayBuffer()))
      return webpChunk('ANMF', concatBytes([Uint8Array.of(...place, replaces), ...pictures]))
    },
    end: (_, bytes) => ({ tail: new Uint8Array(), amended: [[4, uint32(bytes - 8)]] }),
    close: encoder.close,
  })
}

/** The chunks of a still WebP that hold its pixels: ALPH and VP8, or VP8L. */
const pictureChunks = (bytes: Uint8Array<ArrayBuffer>): readonly Uint8Array[] =>
  [...riffChunks(new DataView(bytes.buffer))]
    .filter(({ name }) => ['ALPH', 'VP8 ', 'VP8L'].includes(name))
    .map(({ at, to }) => bytes.subarray(at, to + (to & 1)))

const uint24 = (value: number): number[] => [value & 255, (value >> 8) & 255, value >> 16]

const uint32 = (value: number): Uint8Array =>
  Uint8Array.of(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24)
