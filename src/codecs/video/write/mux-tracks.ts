import {
  Output,
  type OutputFormat,
  StreamTarget,
  type StreamTargetChunk,
  type VideoTrackMetadata,
} from 'mediabunny'
import type { OpenedAudio } from '#codecs/video/audio/copy-audio.ts'
import type { ByteSink, FormatWriter } from './frame-writer.ts'
import type { PlanarTrack } from './planar-track.ts'

/** Bytes of a write: small enough to be held twice, large enough for few writes. */
const pieceBytes = 1 << 20

type ContainerOutput = {
  readonly output: Output
  /** The length of the file so far, in bytes. */
  bytes(): number
}

/** A container whose bytes go to `sink` as they come. Errors of the sink become errors of the container. */
export const openContainer = (format: OutputFormat, sink: ByteSink): ContainerOutput => {
  let bytes = 0
  const stream = new WritableStream<StreamTargetChunk>(
    {
      async write({ data, position }) {
        await sink.write(data, position)
        bytes = Math.max(bytes, position + data.byteLength)
      },
    },
    { highWaterMark: 2 },
  )
  const target = new StreamTarget(stream, { chunked: true, chunkSize: pieceBytes })
  return { output: new Output({ format, target }), bytes: () => bytes }
}

/** Seconds that the sound is ahead of the picture, so that the container never waits for it. */
const audioAheadSeconds = 1

type MuxedTracks = {
  readonly container: ContainerOutput
  readonly video: Pick<PlanarTrack, 'source' | 'write' | 'finish' | 'close'>
  readonly videoMetadata: VideoTrackMetadata
  readonly audio: OpenedAudio
}

/** Adds picture and sound to a container in step, so that neither is held in memory for long. */
export const muxTracks = async ({
  container,
  video,
  videoMetadata,
  audio,
}: MuxedTracks): Promise<FormatWriter> => {
  const { output } = container
  const { feed } = audio
  output.addVideoTrack(video.source, videoMetadata)
  if (feed) output.addAudioTrack(feed.source, { maximumPacketCount: feed.maxPackets })
  const close = () => {
    video.close()
    feed?.close()
    audio.close()
  }
  await output.start()
  return {
    async write(frame) {
      await feed?.advance(frame.timestampSeconds + audioAheadSeconds)
      await video.write(frame)
    },
    async finish() {
      await video.finish()
      video.source.close()
      await feed?.advance(Number.POSITIVE_INFINITY)
      await output.finalize()
      close()
      return { bytes: container.bytes(), audioDropped: audio.dropped ?? feed?.dropped() ?? null }
    },
    async abort() {
      close()
      if (output.state === 'pending' || output.state === 'started') await output.cancel()
    },
  }
}
