import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack, VideoSampleSink } from 'mediabunny'
import { bytesOfSource } from '#codecs/video/avc-record.ts'
import { describeAvcTrack, describeVp9Frame } from './color-description.ts'
import type { DecodeGate } from './decode-gate.ts'
import { joinAlpha } from './join-alpha.ts'

/** Joins a frame of colours and one of alpha, which are closed with it. */
type Merger = { merge(color: VideoFrame, alpha: VideoFrame): Promise<VideoFrame>; close(): void }

const joiner: Merger = { merge: joinAlpha, close: () => {} }

/**
 * mediabunny's frame reader with a limit on packets decoded ahead, and with alpha joined on this thread. By default it
 * decodes 40 ahead (200 MB at 1920 x 1080), and joins alpha in four workers of its own, which may not start in Firefox
 * (`nested-workers.ts`) and fail there for odd sides. Streams without a colour space get the one of the track. It
 * overrides private methods: if they are renamed, frames still come, in mediabunny's own way.
 */
export class GatedSampleSink extends VideoSampleSink {
  readonly #track: InputVideoTrack
  readonly #packets: EncodedPacketSink
  readonly #colorSpace: VideoColorSpaceInit

  constructor(track: InputVideoTrack, colorSpace: VideoColorSpaceInit, gate: DecodeGate) {
    super(describedTrack(track, colorSpace))
    this.#track = track
    this.#packets = new GatedPacketSink(track, gate)
    this.#colorSpace = colorSpace
  }

  async _createDecoder(...handlers: unknown[]): Promise<Decoder> {
    const decoder = Object.assign(await createDecoder.apply(this, handlers), { merger: joiner })
    if ((await this.#track.getCodec()) !== 'vp9') return decoder
    const decode = decoder.decode.bind(decoder)
    // Only the colours: alpha is luma.
    decoder.decode = (packet) =>
      decode(packet.clone({ data: describeVp9Frame(packet.data, this.#colorSpace) }))
    return decoder
  }

  _createPacketSink(): EncodedPacketSink {
    return this.#packets
  }
}

/** The track with the colour space in its decoder's configuration, for H.264. */
const describedTrack = (track: InputVideoTrack, colorSpace: VideoColorSpaceInit): InputVideoTrack => {
  const getDecoderConfig = async (): Promise<VideoDecoderConfig | null> => {
    const config = await track.getDecoderConfig()
    if (!config?.description || (await track.getCodec()) !== 'avc') return config
    return { ...config, description: describeAvcTrack(bytesOfSource(config.description), colorSpace) }
  }
  return Object.create(track, { getDecoderConfig: { value: getDecoderConfig } })
}

type Decoder = { decode(packet: EncodedPacket): void }

const { _createDecoder: createDecoder } = VideoSampleSink.prototype as unknown as {
  _createDecoder(...handlers: unknown[]): Promise<Decoder>
}

class GatedPacketSink extends EncodedPacketSink {
  readonly #gate: DecodeGate

  constructor(track: InputVideoTrack, gate: DecodeGate) {
    super(track)
    this.#gate = gate
  }

  override async *packets(...range: Parameters<EncodedPacketSink['packets']>) {
    for await (const packet of super.packets(...range)) {
      await this.#gate.enter(packet.timestamp)
      yield packet
    }
  }
}
