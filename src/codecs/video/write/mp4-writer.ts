import { Mp4OutputFormat } from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { openAudio } from '#codecs/video/audio/copy-audio.ts'
import { limits } from '#contract/limits.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { configureH264 } from './h264-config.ts'
import { muxTracks, openContainer } from './mux-tracks.ts'
import { openPlanarTrack } from './planar-track.ts'

/** H.264 and AAC (D-31), with the index in front, in room set aside for it. Frames are taken as opaque. */
export const openMp4Writer = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { fps, isMatte, audioOf, audioRange, signal } = options
  const size = evenSize(options.size)
  const color = await configureH264(size, fps, options)
  const audio = await openAudio(isMatte ? null : audioOf, 'aac', {
    holdsPreroll: true,
    range: audioRange,
    signal,
  })
  const video = openPlanarTrack({ codec: 'avc', size, color, alpha: null })
  const container = openContainer(new Mp4OutputFormat({ fastStart: 'reserve' }), sink)
  return muxTracks({ container, video, videoMetadata: { maximumPacketCount: maxFrames(options) }, audio })
}

/** Room for the index of this many: what was announced and a quarter, else of the longest video there is (Spec, Limits). */
const maxFrames = ({ frames, fps }: Pick<WriteOptions, 'frames' | 'fps'>): number =>
  Math.ceil((frames ?? limits.video.maxSeconds * fps) * 1.25) + 250

/** The largest even size within `size`, which is what 4:2:0 in H.264 holds (D-35); at least 2 by 2. */
const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width & ~1),
  height: Math.max(2, height & ~1),
})
