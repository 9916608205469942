import type { VideoTrackMetadata } from 'mediabunny'
import type { ContainerOutput } from './container-output.ts'
import type { AudioIn } from './copy-audio.ts'
import type { FormatWriter } from './format-writer.ts'
import type { PlanarTrack } from './planar-track.ts'

/** The sound goes ahead of the picture by so much, so that the container never waits for it. */
const audioAheadSeconds = 1

export type MuxedTracks = {
  readonly container: ContainerOutput
  readonly video: Pick<PlanarTrack, 'source' | 'write' | 'finish' | 'close'>
  readonly videoMetadata: VideoTrackMetadata
  readonly audio: AudioIn
}

/** Brings picture and sound into a container, side by side, so that neither is held for long. */
export const muxTracks = async ({
  container,
  video,
  videoMetadata,
  audio,
}: MuxedTracks): Promise<FormatWriter> => {
  const { output } = container
  const { passage } = audio
  output.addVideoTrack(video.source, videoMetadata)
  if (passage) output.addAudioTrack(passage.source, { maximumPacketCount: passage.mostPackets })
  const close = () => {
    video.close()
    passage?.close()
    audio.close()
  }
  await output.start()
  return {
    async write(frame) {
      await passage?.advance(frame.timestampSeconds + audioAheadSeconds)
      await video.write(frame)
    },
    async finish() {
      await video.finish()
      video.source.close()
      await passage?.advance(Number.POSITIVE_INFINITY)
      await output.finalize()
      close()
      return { bytes: container.bytes(), audioDropped: audio.dropped ?? passage?.dropped() ?? null }
    },
    async abort() {
      close()
      if (output.state === 'pending' || output.state === 'started') await output.cancel()
    },
  }
}
