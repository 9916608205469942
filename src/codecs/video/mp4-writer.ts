import { Mp4OutputFormat } from 'mediabunny'
import { limits } from '#contract/limits.ts'
import { openContainer } from './container-output.ts'
import { openAudio } from './copy-audio.ts'
import type { FormatWriter } from './format-writer.ts'
import type { ByteSink, WriteOptions } from './frame-writer.ts'
import { evenSize, setUpH264, sourceBitsPerPixel, usualBitsPerPixel } from './h264-setup.ts'
import { muxTracks } from './mux-tracks.ts'
import { openPlanarTrack } from './planar-track.ts'

/** H.264 and AAC (D-31), with the index in front, in room set aside for it. Frames are taken as opaque. */
export const openMp4Writer = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { fps, isMatte, isSource, maxBitrate, audioOf, audioRange, signal } = options
  const size = evenSize(options.size)
  const colour = await setUpH264(size, fps, isSource ? sourceBitsPerPixel : usualBitsPerPixel, maxBitrate)
  const audio = await openAudio(isMatte ? null : audioOf, 'aac', { early: true, range: audioRange, signal })
  const video = openPlanarTrack({ codec: 'avc', size, colour, alpha: null })
  const container = openContainer(new Mp4OutputFormat({ fastStart: 'reserve' }), sink)
  return muxTracks({ container, video, videoMetadata: { maximumPacketCount: mostFrames(options) }, audio })
}

/** Room for the index of this many: what was announced and a quarter, else of the longest video there is (Spec, Limits). */
export const mostFrames = ({ frames, fps }: Pick<WriteOptions, 'frames' | 'fps'>): number =>
  Math.ceil((frames ?? limits.video.maxSeconds * fps) * 1.25) + 250
