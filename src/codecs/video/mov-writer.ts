import { MovOutputFormat } from 'mediabunny'
import { openContainer } from './container-output.ts'
import { openAudio } from './copy-audio.ts'
import type { FormatWriter } from './format-writer.ts'
import type { ByteSink, WriteOptions } from './frame-writer.ts'
import { muxTracks } from './mux-tracks.ts'
import { openProresTrack } from './prores-track.ts'

/** ProRes 4444, with alpha where the frames have some, and AAC (D-32). Odd sizes are kept. */
export const openMovWriter = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { size, hasAlpha, isMatte, audioOf, audioRange, signal } = options
  const video = await openProresTrack({ size, hasAlpha: hasAlpha && !isMatte, signal })
  try {
    const audio = await openAudio(isMatte ? null : audioOf, 'aac', { early: true, range: audioRange, signal })
    const container = openContainer(new MovOutputFormat({ fastStart: false }), sink)
    return await muxTracks({ container, video, videoMetadata: { hasOnlyKeyPackets: true }, audio })
  } catch (cause) {
    video.close()
    throw cause
  }
}
