import {
  BufferSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MovOutputFormat,
  QTFF,
} from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { openAudio } from '#codecs/video/audio/copy-audio.ts'
import { type FfmpegCore, FfmpegFailure, openFfmpeg } from '#codecs/video/ffmpeg/ffmpeg-core.ts'
import type { Frame } from '#codecs/video/frame.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { muxTracks, openContainer } from './mux-tracks.ts'

/** Writes MOV: ProRes 4444, with alpha where the frames have it, and AAC (D-32). Keeps odd sizes. */
export const openMovWriter = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { size, hasAlpha, isMatte, audioOf, audioRange, signal } = options
  const video = await openProresTrack({ size, hasAlpha: hasAlpha && !isMatte, signal })
  try {
    const audio = await openAudio(isMatte ? null : audioOf, 'aac', {
      holdsPreroll: true,
      range: audioRange,
      signal,
    })
    const container = openContainer(new MovOutputFormat({ fastStart: false }), sink)
    return await muxTracks({ container, video, videoMetadata: { hasOnlyKeyPackets: true }, audio })
  } catch (cause) {
    video.close()
    throw cause
  }
}

/** Frames in a chunk at most; with so many, the time to start a run is negligible. */
const maxChunkFrames = 10
/** Bytes of pixels in a chunk at most. There is a chunk in memory for each ffmpeg, and one more. */
const maxChunkBytes = 48 << 20
/** ffmpegs at most; more bring little. */
const maxWorkers = 4

type ProresTrackOptions = {
  readonly size: Size
  readonly hasAlpha: boolean
  readonly signal: AbortSignal
}

/** Encodes frames as ProRes 4444 in several ffmpegs at once, and adds the packets to a container in order. */
interface ProresTrack {
  readonly source: EncodedVideoPacketSource
  write(frame: Frame): Promise<void>
  finish(): Promise<void>
  close(): void
}

type Times = Pick<Frame, 'timestampSeconds' | 'durationSeconds'>

/** Rejects with `upstream_error` where ffmpeg cannot be loaded. */
const openProresTrack = async (options: ProresTrackOptions): Promise<ProresTrack> => {
  const { size } = options
  const frameBytes = size.width * size.height * 4
  const chunkFrames = Math.max(1, Math.min(maxChunkFrames, Math.floor(maxChunkBytes / frameBytes)))
  const workers = Math.max(2, Math.min(maxWorkers, (navigator.hardwareConcurrency || 2) - 1))
  const source = new EncodedVideoPacketSource('prores')
  const cores: (FfmpegCore | undefined)[] = [await openFfmpeg(options.signal)]
  /** One promise for each ffmpeg, resolved when the packets of its last chunk are in the container. */
  const busy: Promise<void>[] = Array.from({ length: workers }, () => Promise.resolve())
  let muxed: Promise<void> = Promise.resolve()
  let chunks = 0
  let pixels = new Uint8Array(0)
  let times: Times[] = []
  let closed = false

  const coreAt = async (index: number): Promise<FfmpegCore> => {
    const core = cores[index] ?? (await openFfmpeg(options.signal))
    cores[index] = core
    if (closed) core.close()
    return core
  }
  const mux = async ({ packets, decoderConfig }: ProresPackets, chunk: readonly Times[]) => {
    if (packets.length !== chunk.length)
      throw new Error(`ffmpeg made ${packets.length} of ${chunk.length} frames`)
    for (const [index, { timestampSeconds, durationSeconds }] of chunk.entries()) {
      const packet = packets[index]?.clone({ timestamp: timestampSeconds, duration: durationSeconds })
      if (packet) await source.add(packet, { decoderConfig })
    }
  }
  /** A crash of ffmpeg is mostly chance, so a new ffmpeg gets the same frames once more. */
  const encodeAt = async (index: number, raw: Uint8Array<ArrayBuffer>): Promise<ProresPackets> => {
    const core = await coreAt(index)
    try {
      return await encodeProres(core, raw.slice(), options)
    } catch (cause) {
      if (closed || options.signal.aborted || !(cause instanceof FfmpegFailure)) throw cause
      core.close()
      cores[index] = undefined
      return await encodeProres(await coreAt(index), raw, options)
    }
  }
  const encode = async (
    index: number,
    before: Promise<void>,
    raw: Uint8Array<ArrayBuffer>,
    chunk: Times[],
  ) => {
    const encoded = await encodeAt(index, raw)
    await before
    await mux(encoded, chunk)
  }
  /** Gives the chunk to the next ffmpeg, once that one is idle. */
  const send = async () => {
    if (times.length === 0) return
    const index = chunks++ % workers
    await busy[index]
    // The buffer is transferred, so a short last chunk is copied to its own length.
    const isFull = times.length === chunkFrames
    const raw = isFull ? pixels : pixels.slice(0, times.length * frameBytes)
    const mine = encode(index, muxed, raw, times)
    pixels = new Uint8Array(0)
    muxed = mine
    busy[index] = mine
    // The next caller that waits gets the error.
    mine.catch(() => {})
    times = []
  }

  return {
    source,
    async write({ raster, timestampSeconds, durationSeconds }) {
      if (pixels.length === 0) pixels = new Uint8Array(chunkFrames * frameBytes)
      pixels.set(raster.data.subarray(0, frameBytes), times.length * frameBytes)
      times.push({ timestampSeconds, durationSeconds })
      if (times.length === chunkFrames) await send()
    },
    async finish() {
      await send()
      await Promise.all(busy)
    },
    close() {
      closed = true
      for (const core of cores) core?.close()
    },
  }
}

type ProresPackets = {
  readonly packets: readonly EncodedPacket[]
  readonly decoderConfig: VideoDecoderConfig
}

/** Constant quality: many times as fast as the rate control of prores_ks, smaller, and 50.6 dB. */
const quality = '9'
/** prores_ks writes only the colour properties that the frames carry. The pixel format is set after this filter. */
const toBt709 =
  'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,' +
  'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv'
/** The same colour properties for the container. */
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/**
 * Encodes frames, RGBA one after the other, as ProRes 4444 of 10 bits, with 16-bit alpha where `hasAlpha`. The
 * pixels' buffer is transferred to ffmpeg. Rejects as `FfmpegCore.run` does.
 */
const encodeProres = async (
  ffmpeg: FfmpegCore,
  pixels: Uint8Array<ArrayBuffer>,
  {
    size,
    hasAlpha,
    signal,
  }: { readonly size: Size; readonly hasAlpha: boolean; readonly signal: AbortSignal },
): Promise<ProresPackets> => {
  await ffmpeg.writeFile('in.raw', pixels)
  await ffmpeg.run(
    [
      ...['-f', 'rawvideo', '-pix_fmt', hasAlpha ? 'rgba' : 'rgb0', '-s', `${size.width}x${size.height}`],
      ...['-r', '30', '-i', 'in.raw'],
      ...['-vf', toBt709],
      ...['-c:v', 'prores_ks', '-profile:v', '4444', '-vendor', 'apl0', '-qscale:v', quality],
      ...(hasAlpha ? ['-alpha_bits', '16', '-pix_fmt', 'yuva444p10le'] : ['-pix_fmt', 'yuv444p10le']),
      ...['-f', 'mov', '-y', 'out.mov'],
    ],
    { signal },
  )
  const encoded = await ffmpeg.readFile('out.mov')
  await Promise.all([ffmpeg.deleteFile('in.raw'), ffmpeg.deleteFile('out.mov')])
  const input = new Input({ source: new BufferSource(encoded), formats: [QTFF] })
  try {
    const track = await input.getPrimaryVideoTrack()
    const decoderConfig = await track?.getDecoderConfig()
    if (!track || !decoderConfig) throw new Error('ffmpeg wrote no ProRes')
    const packets: EncodedPacket[] = []
    for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
    return { packets, decoderConfig: { ...decoderConfig, colorSpace } }
  } finally {
    input.dispose()
  }
}
