import { concatBytes } from '#base/concat-bytes.ts'
import { bigEndian, pngChunk, pngHeader, pngSignature, pngSrgb } from '#codecs/image/png/png-file.ts'
import { compressPicture } from '#codecs/image/png/write.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { openMovingPicture } from './moving-picture.ts'
import { pictureOfFrame } from './picture-of-frame.ts'

/** Delays are fractions of a second, in thousandths where they fit. */
const clock = { clockHz: 1000, maxFps: videoFormats.apng.maxFps } as const

/** The greatest number of 16 bits. */
const maxWord = 0xffff

/** Writes an animated PNG (PNG, Third Edition, 11.3.6), every pixel as it is: RGBA, RGB if opaque, grey for a matte. */
export const openApngWriter = (options: WriteOptions, sink: ByteSink): FormatWriter => {
  const { size, hasAlpha, isMatte, plays = 0, signal } = options
  const kind = isMatte ? 'grey' : hasAlpha ? 'rgba' : 'rgb'
  let sequence = 0
  const beforeControl = [Uint8Array.from(pngSignature), ...pngHeader({ ...size, kind, depth: 8 })]
  const controlAt = concatBytes(beforeControl).length
  const control = (frames: number) =>
    concatBytes(pngChunk('acTL', concatBytes([bigEndian(frames), bigEndian(plays)])))
  return openMovingPicture(options, sink, {
    clock,
    stepPx: 1,
    head: () => concatBytes([...beforeControl, control(0), ...pngSrgb()]),
    async frame({ raster, box, delay }) {
      const { pieces } = await compressPicture(pictureOfFrame(raster, options), signal)
      const isFirst = sequence === 0
      const place = [sequence++, box.width, box.height, box.x, box.y].map(bigEndian)
      return concatBytes([
        ...pngChunk('fcTL', concatBytes([...place, delayOf(delay), Uint8Array.of(0, 0)])),
        ...pieces.flatMap((piece) =>
          isFirst ? pngChunk('IDAT', piece) : pngChunk('fdAT', concatBytes([bigEndian(sequence++), piece])),
        ),
      ])
    },
    end: (frames) => ({
      tail: concatBytes(pngChunk('IEND', new Uint8Array())),
      amended: [[controlAt, control(frames)]],
    }),
    close: () => {},
  })
}

/** Numerator and denominator, which have 16 bits each: the longer a frame lasts, the coarser. */
const delayOf = (delay: number): Uint8Array => {
  const below = [clock.clockHz, 100, 10].find((hz) => (delay * hz) / clock.clockHz <= maxWord) ?? 1
  const above = Math.min(maxWord, Math.round((delay * below) / clock.clockHz))
  return Uint8Array.of(above >> 8, above & 255, below >> 8, below & 255)
}
