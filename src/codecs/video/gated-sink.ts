import { EncodedPacketSink, type InputVideoTrack, VideoSampleSink } from 'mediabunny'
import type { DecodeGate } from './decode-gate.ts'

/**
 * mediabunny's reader of frames behind a gate: by itself it sends 40 packets ahead, 200 MB of frames at 1920 x 1080.
 * The way in is not part of its interface; without it frames come as well, but 40 of them.
 */
export class GatedSampleSink extends VideoSampleSink {
  readonly #packets: EncodedPacketSink

  constructor(track: InputVideoTrack, gate: DecodeGate) {
    super(track)
    this.#packets = new GatedPacketSink(track, gate)
  }

  _createPacketSink(): EncodedPacketSink {
    return this.#packets
  }
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
