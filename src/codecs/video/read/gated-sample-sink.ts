import { EncodedPacketSink, type InputVideoTrack, VideoSampleSink } from 'mediabunny'
import type { DecodeGate } from './decode-gate.ts'
import { joinAlpha } from './join-alpha.ts'

/** Joins a frame of colours and one of alpha, which are closed with it. */
type Merger = { merge(color: VideoFrame, alpha: VideoFrame): Promise<VideoFrame>; close(): void }

const joiner: Merger = { merge: joinAlpha, close: () => {} }

/**
 * mediabunny's frame reader with a limit on packets decoded ahead, and alpha that is joined on this thread. By default it
 * decodes 40 ahead, which are 200 MB of frames of 1920 x 1080, and joins alpha in four workers of its own, which may not
 * start in Firefox (`nested-workers.ts`) and fail there for odd sides. It overrides private methods; if they are renamed,
 * frames still come, but so.
 */
export class GatedSampleSink extends VideoSampleSink {
  readonly #packets: EncodedPacketSink

  constructor(track: InputVideoTrack, gate: DecodeGate) {
    super(track)
    this.#packets = new GatedPacketSink(track, gate)
  }

  async _createDecoder(...handlers: unknown[]): Promise<unknown> {
    const decoder = await createDecoder.apply(this, handlers)
    return Object.assign(decoder, { merger: joiner })
  }

  _createPacketSink(): EncodedPacketSink {
    return this.#packets
  }
}

const { _createDecoder: createDecoder } = VideoSampleSink.prototype as unknown as {
  _createDecoder(...handlers: unknown[]): Promise<object>
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
