import { AudioSample, AudioSampleSink, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'

/** Packets in the decoder at a time; where one of them is broken, no more than these are lost. */
const packetsAhead = 3

/**
 * The sound of one track in pieces, whoever takes one closes it. A packet that cannot be decoded is left
 * out, with what was in the decoder beside it, and told to `onFault`; where the file breaks off, the sound ends.
 */
export async function* decodeAudio(
  track: InputAudioTrack,
  onFault: (cause: unknown) => void,
): AsyncGenerator<AudioSample, void, void> {
  const config = await track.getDecoderConfig()
  const codec = await track.getCodec()
  if (!config || codec?.startsWith('pcm') || codec === 'ulaw' || codec === 'alaw') {
    yield* new AudioSampleSink(track).samples()
    return
  }
  const decoded: AudioData[] = []
  const open = () => openDecoder(config, decoded, onFault)
  let decoder = open()
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (decoder.state === 'closed') decoder = open()
      try {
        decoder.decode(packet.toEncodedAudioChunk())
      } catch (cause) {
        onFault(cause)
        if (decoder.state !== 'closed') decoder.close()
      }
      await untilRoom(decoder)
      for (let data = decoded.shift(); data; data = decoded.shift()) yield new AudioSample(data)
    }
    // A decoder that failed has said so already.
    if (decoder.state === 'configured') await decoder.flush().catch(() => {})
    for (let data = decoded.shift(); data; data = decoded.shift()) yield new AudioSample(data)
  } finally {
    for (const data of decoded) data.close()
    if (decoder.state !== 'closed') decoder.close()
  }
}

const openDecoder = (
  config: AudioDecoderConfig,
  decoded: AudioData[],
  onFault: (cause: unknown) => void,
): AudioDecoder => {
  const decoder = new AudioDecoder({ output: (data) => decoded.push(data), error: onFault })
  decoder.configure(config)
  return decoder
}

/** Until few packets are in the decoder. One that fails tells nobody who waits, hence the second look. */
const untilRoom = async (decoder: AudioDecoder): Promise<void> => {
  while (decoder.state === 'configured' && decoder.decodeQueueSize >= packetsAhead) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 50)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      decoder.addEventListener('dequeue', done, { once: true })
    })
  }
}
