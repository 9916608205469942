import {
  AudioSample,
  AudioSampleSink,
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
} from 'mediabunny'
import { isReclaimed } from '#codecs/video/video-errors.ts'

/** Packets that are decoded at a time. A packet that breaks the decoder costs at most these. */
const batchPackets = 8
/** Milliseconds without output after which a decoder has nothing more to give. */
const idleMs = 250
/** Seconds; a larger delay than this is a gap in the source, and not a decoder's. */
const gapSeconds = 0.05

/**
 * Whether this browser's decoded sound can be read. `AudioData.copyTo` of WebKitGTK 2.50 frees memory that is not its
 * own, which ends the page's process; that engine is known by its name alone.
 */
export const hasSafeAudioDecoder = (userAgent = navigator.userAgent): boolean =>
  !/Linux.*AppleWebKit(?!.*Chrome)/.test(userAgent)

/**
 * Decodes an audio track, sample by sample; the caller closes each. A packet that cannot be decoded is left out, with
 * the packets of the decoder around it, and reported to `onFault`. The sound of a truncated file ends early.
 *
 * Browsers compute the time of a sample from the one before, and so lose gaps and broken packets. Here each sample gets
 * the time of its packet, as precisely as the delay of the decoder allows.
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
    // A decoder that failed has called `error` already.
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
    /** Waits for the output of a batch, and compares its length with that of earlier batches. */
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
      // A longer delay than the packets held back is a gap among the first packets.
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
