import { WebMOutputFormat } from 'mediabunny'
import { openAudio } from '#codecs/video/audio/copy-audio.ts'
import { formatTimecode } from '#contract/timecode.ts'
import { nameRoom, withTrackFields } from './amend-webm.ts'
import { openFfmpegTrack } from './ffmpeg-track.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { muxTracks, openContainer, soundsOf } from './mux-tracks.ts'
import { openPlanarTrack } from './planar-track.ts'
import { alphaQuality, colorQuality } from './plane-encoder.ts'
import { maxPlaneChunkFrames, vp9Stream } from './planes-by-ffmpeg.ts'
import { findVp9Setup } from './vp9-config.ts'

/** Share of the bit rate for the colours, where alpha needs the rest. */
const colorShare = 2 / 3

/**
 * Writes WebM: VP9, with alpha in a second stream where the frames have it, and Opus (D-32). Keeps odd sizes. Where the
 * browser has no proper encoder for VP9, ffmpeg's is slower.
 */
export const openWebmWriter = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { size, fps, isVariable, hasAlpha, isMatte, isSource, maxBitrate, audioRange, signal } = options
  const isDouble = hasAlpha && !isMatte
  const quality = isMatte || isSource ? alphaQuality : colorQuality
  const colorBitrate = maxBitrate && (isDouble ? maxBitrate * colorShare : maxBitrate)
  const alphaBitrate = maxBitrate && maxBitrate - (colorBitrate ?? 0)
  const color = await findVp9Setup(size, fps, quality, colorBitrate)
  const alpha = isDouble && color ? await findVp9Setup(size, fps, alphaQuality, alphaBitrate) : null
  const { timecode } = options
  const writer = await muxTracks({
    container: openContainer(new WebMOutputFormat(), withTrackFields(sink)),
    rate: options,
    openVideo: () =>
      color && (alpha || !isDouble)
        ? openPlanarTrack({ codec: 'vp9', size, color, alpha })
        : openFfmpegTrack({
            codec: 'vp9',
            streams: {
              color: vp9Stream(size, fps, 'color', quality, colorBitrate),
              alpha: isDouble ? vp9Stream(size, fps, 'alpha', alphaQuality, alphaBitrate) : null,
            },
            maxChunkFrames: maxPlaneChunkFrames(fps),
            signal,
          }),
    videoMetadata: {
      canBeTransparent: isDouble,
      ...(isDouble && { name: nameRoom.video }),
      // Milliseconds do not tell even rates: without DefaultDuration players read 120 frames a second as 125.
      ...(!isVariable && { frameRate: fps }),
    },
    soundName: (title) => (title ? `${nameRoom.titledAudio}${title}` : nameRoom.audio),
    // The tag that editors and ffmpeg read and write (tags of Matroska, `TIMECODE`).
    ...(timecode && { tags: { TIMECODE: formatTimecode(timecode) } }),
    openAudio: () => openAudio(soundsOf(options), 'opus', { holdsPreroll: false, range: audioRange, signal }),
  })
  return {
    ...writer,
    finish: async () => ({ ...(await writer.finish()), hasTimecode: timecode !== undefined, hasRoles: true }),
  }
}
