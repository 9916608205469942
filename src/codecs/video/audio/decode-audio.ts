import {
  AudioSample,
  AudioSampleSink,
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
} from 'mediabunny'
import { isReclaimed } from '#codecs/video/video-errors.ts'

/** Packets that are sent at a time; where one of them breaks the decoder, no more than these are lost. */
const batchPackets = 8
/** A decoder that is idle for so long has nothing more to give for what it was sent. */
const idleMs = 250
/** No decoder comes so much later than its packets. */
const gapSeconds = 0.05

/**
 * The sound of one track in pieces; whoever takes one closes it. A packet that cannot be decoded is left out,
 * with what was in the decoder beside it, and told to `onFault`; where the file breaks off, the sound ends.
 *
 * Browsers count a piece's time on from the one before, over packets that they leave out silently and over
 * gaps in the source. So each piece is put where its packet is, as far as the decoder's delay allows.
 */
export async function* decodeAudio(
  track: InputAudioTrack,
  onFault: () => void,
): AsyncGenerator<AudioSample, void, void> {
  const config = await track.getDecoderConfig()
  const codec = await track.getCodec()
  if (!config || codec?.startsWith('pcm') || codec === 'ulaw' || codec === 'alaw') {
    yield* new AudioSampleSink(track).samples()
    return
  }
  const decoded: AudioData[] = []
  let run = startRun(config, decoded, onFault)
  function* take() {
    for (let data = decoded.shift(); data; data = decoded.shift()) yield run.place(data)
  }
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (run.decoder.state === 'closed') run = startRun(config, decoded, onFault)
      try {
        run.send(packet)
      } catch {
        onFault()
        if (run.decoder.state !== 'closed') run.decoder.close()
      }
      if (run.isBatchSent()) await run.settle()
      yield* take()
    }
    // A decoder that failed has said so already.
    if (run.decoder.state === 'configured') await run.decoder.flush().catch(() => {})
    yield* take()
  } finally {
    for (const data of decoded) data.close()
    if (run.decoder.state !== 'closed') run.decoder.close()
  }
}

/** One decoder, from its first packet to its end or its failure. */
const startRun = (config: AudioDecoderConfig, decoded: AudioData[], onFault: () => void) => {
  let [sent, received, missing] = [0, 0, 0]
  let [sentSeconds, receivedSeconds, packetSeconds] = [0, 0, 0]
  let usualLag: number | undefined
  let shiftSeconds = 0
  let wake = () => {}
  const decoder = new AudioDecoder({
    output: (data) => {
      received++
      receivedSeconds = data.timestamp / 1e6 + data.numberOfFrames / data.sampleRate
      decoded.push(data)
      wake()
    },
    error: (cause) => {
      if (!isReclaimed(cause)) onFault()
      wake()
    },
  })
  decoder.configure(config)
  return {
    decoder,
    send(packet: EncodedPacket) {
      decoder.decode(packet.toEncodedAudioChunk())
      sent++
      sentSeconds = packet.timestamp + packet.duration
      packetSeconds = packet.duration
    },
    isBatchSent: () => sent % batchPackets === 0,
    /** Waits for what the batch comes to, and sees whether less came of it than of the ones before. */
    async settle() {
      while (decoder.state === 'configured' && sent - received > missing) {
        const count = received
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, idleMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        if (received === count && decoder.decodeQueueSize === 0) break
      }
      if (received === 0 || decoder.state === 'closed') return
      const lost = sent - received > missing
      missing = Math.max(0, sent - received)
      const lag = sentSeconds - receivedSeconds - shiftSeconds
      // More than a decoder holds back is a gap among the first packets.
      const held = missing * packetSeconds
      usualLag = Math.min(usualLag ?? (lag - held > gapSeconds ? held : lag), lag)
      if (lag - usualLag < Math.max(0.004, packetSeconds * 0.6)) return
      shiftSeconds += lag - usualLag
      if (lost) onFault()
    },
    place(data: AudioData): AudioSample {
      const sample = new AudioSample(data)
      if (shiftSeconds > 0) sample.setTimestamp(sample.timestamp + shiftSeconds)
      return sample
    },
  }
}
