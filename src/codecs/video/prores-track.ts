import { EncodedVideoPacketSource } from 'mediabunny'
import type { Size } from '#engine/raster.ts'
import { type FfmpegCore, FfmpegFailure, openFfmpeg } from './ffmpeg-core.ts'
import type { Frame } from './frame.ts'
import { encodeProres, type ProresPackets } from './prores-chunk.ts'

/** Frames that are encoded at a time: enough that starting a run does not count. */
const mostFrames = 10
/** Pixels of one chunk; there are as many chunks in memory as ffmpegs, and one more. */
const mostBytes = 48 << 20
/** The more run, the less each gains. */
const mostWorkers = 4

export type ProresTrackOptions = {
  readonly size: Size
  readonly hasAlpha: boolean
  readonly signal: AbortSignal
}

/** Encodes frames as ProRes 4444 in several ffmpegs at once, and hands the packets to a container, in order. */
export interface ProresTrack {
  readonly source: EncodedVideoPacketSource
  write(frame: Frame): Promise<void>
  finish(): Promise<void>
  close(): void
}

type Times = Pick<Frame, 'timestampSeconds' | 'durationSeconds'>

/** Rejects with `upstream_error` where ffmpeg cannot be had. */
export const openProresTrack = async (options: ProresTrackOptions): Promise<ProresTrack> => {
  const { size } = options
  const frameBytes = size.width * size.height * 4
  const chunkFrames = Math.max(1, Math.min(mostFrames, Math.floor(mostBytes / frameBytes)))
  const workers = Math.max(2, Math.min(mostWorkers, (navigator.hardwareConcurrency || 2) - 1))
  const source = new EncodedVideoPacketSource('prores')
  const cores: (FfmpegCore | undefined)[] = [await openFfmpeg(options.signal)]
  /** What each ffmpeg does; done when its packets are in the container. */
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
  /** A core that crashes does so by chance, mostly: what was sent to it is sent once more, to a fresh one. */
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
  /** Gives the chunk to the ffmpeg whose turn it is, once that is done with its last one. */
  const send = async () => {
    if (times.length === 0) return
    const index = chunks++ % workers
    await busy[index]
    // The pixels move; a short last chunk is copied, so that no more than its frames do.
    const isFull = times.length === chunkFrames
    const raw = isFull ? pixels : pixels.slice(0, times.length * frameBytes)
    const mine = encode(index, muxed, raw, times)
    pixels = new Uint8Array(0)
    muxed = mine
    busy[index] = mine
    // Whoever waits for it next is told; until then nobody need know.
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
