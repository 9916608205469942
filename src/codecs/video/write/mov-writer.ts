import { MovOutputFormat } from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { openAudio } from '#codecs/video/audio/copy-audio.ts'
import { type ByteSpan, boxesNamed, findBox, findInner, wholeSpan } from '#formats/iso-boxes.ts'
import { descriptionsIn } from '#formats/movie-tracks.ts'
import { openMovieAmendment } from './amend-movie.ts'
import { type FfmpegStream, openFfmpegTrack } from './ffmpeg-track.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { muxTracks, openContainer, soundsOf } from './mux-tracks.ts'

/** Frames that one ffmpeg encodes at a time; with so many, the time to start a run is negligible. */
const maxChunkFrames = 10

/** Writes MOV: ProRes 4444, with alpha where the frames have it, and AAC (D-32). Keeps odd sizes. */
export const openMovWriter = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { size, hasAlpha, isMatte, audioRange, signal } = options
  const isTransparent = hasAlpha && !isMatte
  const color = proresStream(size, isTransparent)
  const { onMoov, amended } = openMovieAmendment(sink, {
    isQuickTime: true,
    timecode: options.timecode,
    repair: (moov) => amendMovie(moov, isTransparent),
  })
  const format = new MovOutputFormat({ fastStart: false, onMoov })
  const writer = await muxTracks({
    container: openContainer(format, sink),
    rate: options,
    openVideo: () => openFfmpegTrack({ codec: 'prores', streams: { color }, maxChunkFrames, signal }),
    videoMetadata: { hasOnlyKeyPackets: true },
    openAudio: () => openAudio(soundsOf(options), 'aac', { holdsPreroll: true, range: audioRange, signal }),
  })
  return amended(writer)
}

/** Constant quality: many times as fast as the rate control of prores_ks, smaller, and 50.6 dB. */
const quality = '9'
/** prores_ks writes only the colour properties that the frames carry. The pixel format is set after this filter. */
const toBt709 =
  'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,' +
  'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv'

/** RGBA as ProRes 4444 of 10 bits, with 16-bit alpha where `hasAlpha`. */
const proresStream = ({ width, height }: Size, hasAlpha: boolean): FfmpegStream => {
  const frameBytes = width * height * 4
  return {
    frameBytes,
    pack: ({ data }, into) => into.set(data.subarray(0, frameBytes)),
    amend: repairProresHeader,
    input: [
      ...['-f', 'rawvideo', '-pix_fmt', hasAlpha ? 'rgba' : 'rgb0', '-s', `${width}x${height}`],
      ...['-r', '30'],
    ],
    output: [
      ...['-vf', toBt709],
      ...['-c:v', 'prores_ks', '-profile:v', '4444', '-vendor', 'apl0', '-qscale:v', quality],
      ...(hasAlpha ? ['-alpha_bits', '16', '-pix_fmt', 'yuva444p10le'] : ['-pix_fmt', 'yuv444p10le']),
      ...['-f', 'mov'],
    ],
  }
}

/** Bytes from the start of a packet (SMPTE RDD 36, 5.1 and 5.1.1): size, identifier `icpf`, then the frame header. */
const [versionAt, alphaAt] = [11, 25] as const

/**
 * Makes a frame of ProRes 4444 conform to SMPTE RDD 36, in place. FFmpeg 5.1 sets a reserved bit above
 * `alpha_channel_type`, which is why some editors show the picture opaque, and writes `bitstream_version` 0, which
 * neither 4:4:4 nor alpha may have (6.1.1).
 */
const repairProresHeader = (packet: Uint8Array): void => {
  packet[versionAt] = 1
  packet[alphaAt] = (packet[alphaAt] ?? 0) & 0x0f
}

/** Bytes from the content of a sample description (QuickTime File Format, video and sound sample descriptions). */
const [depthAt, samplesPerPacketAt] = [74, 28] as const

/** Samples that a packet of AAC-LC decodes to. */
const aacSamples = 1024

/**
 * Makes the box `moov` of a MOV conform to the QuickTime File Format, in place, where mediabunny writes what ISO
 * 14496-12 asks: it calls every ProRes 4444 transparent, ends the names of handlers with 0 instead of starting them
 * with their length, and leaves open how many samples a packet of AAC has.
 */
const amendMovie = (moov: Uint8Array, hasAlpha: boolean): void => {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength)
  const movie = findBox(view, wholeSpan(view), 'moov')
  for (const track of movie ? boxesNamed(view, movie, 'trak') : []) {
    for (const path of [
      ['mdia', 'hdlr'],
      ['mdia', 'minf', 'hdlr'],
    ]) {
      const handler = findInner(view, track, path)
      if (handler) countName(moov, { from: handler.from + 24, to: handler.to })
    }
    for (const { name, from } of descriptionsIn(view, track)) {
      if (name === 'ap4h') view.setUint16(from + depthAt, hasAlpha ? 32 : 24)
      if (name === 'mp4a' && view.getUint16(from + 8) === 1)
        view.setUint32(from + samplesPerPacketAt, aacSamples)
    }
  }
}

/** Converts a text that ends with 0 into one that starts with its length; both take as many bytes. */
const countName = (bytes: Uint8Array, { from, to }: ByteSpan): void => {
  const length = to - from - 1
  if (bytes[to - 1] !== 0 || length > 255) return
  bytes.copyWithin(from + 1, from, to - 1)
  bytes[from] = length
}
