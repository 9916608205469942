import { Mp4OutputFormat } from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { openAudio } from '#codecs/video/audio/copy-audio.ts'
import { limits } from '#contract/limits.ts'
import { openFfmpegTrack } from './ffmpeg-track.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { findH264Setup } from './h264-config.ts'
import { muxTracks, openContainer } from './mux-tracks.ts'
import { openPlanarTrack } from './planar-track.ts'
import { h264Stream, maxPlaneChunkFrames } from './planes-by-ffmpeg.ts'

/**
 * Writes MP4: H.264 and AAC (D-31), with its index at the front, in reserved space. Frames are taken as opaque. Where the
 * browser has no encoder for H.264 of that size, ffmpeg's is slower.
 */
export const openMp4Writer = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { fps, isMatte, audioOf, audioRange, signal } = options
  const size = evenSize(options.size)
  const color = await findH264Setup(size, fps, options)
  return await muxTracks({
    container: openContainer(new Mp4OutputFormat({ fastStart: 'reserve' }), sink),
    rate: options,
    openVideo: () =>
      color
        ? openPlanarTrack({ codec: 'avc', size, color, alpha: null })
        : openFfmpegTrack({
            codec: 'avc',
            streams: { color: h264Stream(size, fps, options) },
            maxChunkFrames: maxPlaneChunkFrames(fps),
            signal,
          }),
    videoMetadata: { maximumPacketCount: maxFrames(options) },
    openAudio: () =>
      openAudio(isMatte ? null : audioOf, 'aac', { holdsPreroll: true, range: audioRange, signal }),
  })
}

/** Frames to reserve index space for: a quarter more than announced, or than the longest video has (Spec, Limits). */
const maxFrames = ({ frames, fps }: Pick<WriteOptions, 'frames' | 'fps'>): number =>
  Math.ceil((frames ?? limits.video.maxSeconds * fps) * 1.25) + 250

/** The largest even size within `size`, as 4:2:0 needs (D-35); at least 2 x 2 pixels. */
const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width & ~1),
  height: Math.max(2, height & ~1),
})
