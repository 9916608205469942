import {
  BufferSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny'
import { type FfmpegCore, FfmpegFailure, openFfmpeg } from '#codecs/video/ffmpeg/ffmpeg-core.ts'
import type { Frame } from '#codecs/video/frame.ts'
import type { Raster } from '#engine/raster.ts'
import { colorSpace, type VideoTrack } from './mux-tracks.ts'

/** The part of each frame that ffmpeg encodes: its colours, its alpha, or both. */
export type FfmpegStream = {
  /** Bytes of a frame as ffmpeg reads it. */
  readonly frameBytes: number
  /** Writes a frame in that form into an array of that length. */
  readonly pack: (raster: Raster, into: Uint8Array) => void
  /** ffmpeg's arguments of such frames, one after the other in a file. */
  readonly input: readonly string[]
  /** ffmpeg's arguments of the encoder and the container; it may neither reorder, hide nor drop frames. */
  readonly output: readonly string[]
  /** Corrects an encoded frame in place. */
  readonly amend?: (packet: Uint8Array) => void
}

type FfmpegTrackOptions = {
  readonly codec: 'prores' | 'vp9' | 'avc'
  readonly streams: {
    readonly color: FfmpegStream
    /** Of the alpha, where WebM stores it beside the colours. */
    readonly alpha?: FfmpegStream | null
  }
  /** Frames that one run encodes at most. Each run begins with a key frame. */
  readonly maxChunkFrames: number
  readonly signal: AbortSignal
}

/** The most bytes of frames in a chunk. Each ffmpeg has a chunk in memory, and there is one more. */
const maxChunkBytes = 48 << 20
/** The most ffmpegs; more gain little. */
const maxWorkers = 4

type Times = Pick<Frame, 'timestampSeconds' | 'durationSeconds'>

/**
 * Encodes frames in several ffmpegs at once, a chunk in each, and adds the packets to a container in order. Rejects
 * with `upstream_error` where ffmpeg cannot be loaded.
 */
export const openFfmpegTrack = async ({
  codec,
  streams: { color, alpha },
  maxChunkFrames,
  signal,
}: FfmpegTrackOptions): Promise<VideoTrack> => {
  const streams = alpha ? [color, alpha] : [color]
  const frameBytes = streams.reduce((sum, stream) => sum + stream.frameBytes, 0)
  const chunkFrames = Math.max(1, Math.min(maxChunkFrames, Math.floor(maxChunkBytes / frameBytes)))
  const workers = Math.max(2, Math.min(maxWorkers, (navigator.hardwareConcurrency || 2) - 1))
  const source = new EncodedVideoPacketSource(codec)
  const cores: (FfmpegCore | undefined)[] = [await openFfmpeg(signal)]
  /** One promise for each ffmpeg, resolved when the packets of its last chunk are in the container. */
  const busy: Promise<void>[] = Array.from({ length: workers }, () => Promise.resolve())
  let muxed: Promise<void> = Promise.resolve()
  let chunks = 0
  /** The frames of the chunk so far, an array for each stream; empty before its first frame. */
  let packed: Uint8Array<ArrayBuffer>[] = []
  let times: Times[] = []
  let closed = false

  const coreAt = async (index: number): Promise<FfmpegCore> => {
    const core = cores[index] ?? (await openFfmpeg(signal))
    cores[index] = core
    if (closed) core.close()
    return core
  }
  const mux = async ([colors, alphas]: readonly EncodedStream[], chunk: readonly Times[]) => {
    for (const stream of [colors, alphas])
      if (stream && stream.packets.length !== chunk.length)
        throw new Error(`ffmpeg made ${stream.packets.length} of ${chunk.length} frames`)
    for (const [index, { timestampSeconds, durationSeconds }] of chunk.entries()) {
      const packet = colors?.packets[index]
      if (!packet) continue
      const { data, type } = packet
      const beside = alphas?.packets[index]
      const sideData = beside ? { alpha: beside.data } : {}
      await source.add(
        new EncodedPacket(data, type, timestampSeconds, durationSeconds, undefined, undefined, sideData),
        { decoderConfig: colors.decoderConfig },
      )
    }
  }
  const encodeIn = async (core: FfmpegCore, raw: readonly Uint8Array<ArrayBuffer>[]) => {
    const encoded: EncodedStream[] = []
    for (const [index, stream] of streams.entries()) {
      const frames = raw[index]
      if (frames) encoded.push(await encodeStream(core, stream, frames, signal))
    }
    return encoded
  }
  /** Crashes of ffmpeg are mostly random, so a new ffmpeg gets the same frames once more. */
  const encodeAt = async (index: number, raw: readonly Uint8Array<ArrayBuffer>[]) => {
    const core = await coreAt(index)
    try {
      return await encodeIn(
        core,
        raw.map((frames) => frames.slice()),
      )
    } catch (cause) {
      if (closed || signal.aborted || !(cause instanceof FfmpegFailure)) throw cause
      core.close()
      cores[index] = undefined
      return await encodeIn(await coreAt(index), raw)
    }
  }
  const encode = async (
    index: number,
    before: Promise<void>,
    raw: readonly Uint8Array<ArrayBuffer>[],
    chunk: readonly Times[],
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
    // The buffers are transferred, so those of a short last chunk are copied to their own length.
    const isFull = times.length === chunkFrames
    const raw = isFull
      ? packed
      : packed.map((frames, at) => frames.slice(0, times.length * (streams[at]?.frameBytes ?? 0)))
    const mine = encode(index, muxed, raw, times)
    packed = []
    muxed = mine
    busy[index] = mine
    // The next caller that waits gets the error.
    mine.catch(() => {})
    times = []
  }

  return {
    source,
    async write({ raster, timestampSeconds, durationSeconds }) {
      if (packed.length === 0)
        packed = streams.map((stream) => new Uint8Array(chunkFrames * stream.frameBytes))
      for (const [index, { frameBytes, pack }] of streams.entries()) {
        const start = times.length * frameBytes
        const into = packed[index]?.subarray(start, start + frameBytes)
        if (into) pack(raster, into)
      }
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

type EncodedStream = {
  readonly packets: readonly EncodedPacket[]
  readonly decoderConfig: VideoDecoderConfig
}

/** Encodes frames, whose buffer is transferred to ffmpeg. Rejects as `FfmpegCore.run` does. */
const encodeStream = async (
  ffmpeg: FfmpegCore,
  { input: inputArgs, output, amend }: FfmpegStream,
  frames: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<EncodedStream> => {
  await ffmpeg.writeFile('in', frames)
  await ffmpeg.run([...inputArgs, '-i', 'in', ...output, '-y', 'out'], { signal })
  const encoded = await ffmpeg.readFile('out')
  await Promise.all([ffmpeg.deleteFile('in'), ffmpeg.deleteFile('out')])
  const input = new Input({ source: new BufferSource(encoded), formats: [QTFF, MP4, WEBM] })
  try {
    const track = await input.getPrimaryVideoTrack()
    const decoderConfig = await track?.getDecoderConfig()
    if (!track || !decoderConfig) throw new Error('ffmpeg wrote no video')
    const packets: EncodedPacket[] = []
    for await (const packet of new EncodedPacketSink(track).packets()) {
      amend?.(packet.data)
      packets.push(packet)
    }
    // ffmpeg writes BT.709 in limited range into the stream, but not into each container.
    return { packets, decoderConfig: { ...decoderConfig, colorSpace } }
  } finally {
    input.dispose()
  }
}
