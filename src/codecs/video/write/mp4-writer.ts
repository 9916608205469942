import { Mp4OutputFormat } from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { openAudio } from '#codecs/video/audio/copy-audio.ts'
import { limits } from '#contract/limits.ts'
import { openMovieAmendment } from './amend-movie.ts'
import { openFfmpegTrack } from './ffmpeg-track.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { muxTracks, openContainer, soundsOf } from './mux-tracks.ts'
import { openPlanarTrack } from './planar-track.ts'
import { isEncodable, type PlaneSetup } from './plane-encoder.ts'
import { h264Stream, maxPlaneChunkFrames } from './planes-by-ffmpeg.ts'

/**
 * Writes MP4: H.264 and AAC (D-31), with its index at the front, in reserved space. Frames are taken as opaque. Where
 * the browser has no encoder for H.264 of that size, ffmpeg's is slower.
 */
export const openMp4Writer = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { fps, audioRange, signal } = options
  const size = evenSize(options.size)
  const color = await findH264Setup(size, fps, options)
  const { onMoov, amended } = openMovieAmendment(sink, { isQuickTime: false, timecode: options.timecode })
  const writer = await muxTracks({
    container: openContainer(new Mp4OutputFormat({ fastStart: 'reserve', onMoov }), sink),
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
    openAudio: () => openAudio(soundsOf(options), 'aac', { holdsPreroll: true, range: audioRange, signal }),
  })
  return amended(writer)
}

/** Frames to reserve index space for: a quarter more than announced, or than the longest video has (Spec, Limits). */
const maxFrames = ({ frames, fps }: Pick<WriteOptions, 'frames' | 'fps'>): number =>
  Math.ceil((frames ?? limits.video.maxSeconds * fps) * 1.25) + 250

/** The largest even size within `size`, as 4:2:0 needs (D-35); at least 2 x 2 pixels. */
const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width & ~1),
  height: Math.max(2, height & ~1),
})

// ITU-T H.264, table A-1: level, maximum macroblocks a frame, maximum a second.
const levels = [
  ['0c', 396, 6000],
  ['14', 396, 11_880],
  ['15', 792, 19_800],
  ['16', 1620, 20_250],
  ['1e', 1620, 40_500],
  ['1f', 3600, 108_000],
  ['20', 5120, 216_000],
  ['28', 8192, 245_760],
  ['2a', 8704, 522_240],
  ['32', 22_080, 589_824],
  ['33', 36_864, 983_040],
  ['34', 36_864, 2_073_600],
  ['3c', 139_264, 4_177_920],
] as const

/** High, Main and Constrained Baseline, the best first. */
const profiles = ['6400', '4d00', '42e0'] as const

/** Near 5 Mb/s at 720p30, where H.264 shows no faults; small pictures need more a pixel. */
const defaultBitsPerPixel = 0.18
/** For videos that are processed again. */
const sourceBitsPerPixel = 0.5
const minBitrate = 400_000
/** A limit far below that of level 5.1 in the High profile, and more than anyone sees. */
const bitrateCeiling = 60_000_000

/**
 * Settings that this browser accepts for an even `size`, with at most `maxBitrate` bits per second; null if there are
 * none.
 */
const findH264Setup = async (
  size: Size,
  fps: number,
  { isSource, maxBitrate = bitrateCeiling }: Pick<WriteOptions, 'isSource' | 'maxBitrate'>,
): Promise<PlaneSetup | null> => {
  const blocks = Math.ceil(size.width / 16) * Math.ceil(size.height / 16)
  const level = levels.find(([, most, rate]) => blocks <= most && blocks * fps <= rate)?.[0] ?? '3e'
  const wanted = size.width * size.height * fps * (isSource ? sourceBitsPerPixel : defaultBitsPerPixel)
  for (const profile of profiles) {
    const config = {
      codec: `avc1.${profile}${level}`,
      ...size,
      framerate: fps,
      bitrate: Math.round(Math.min(bitrateCeiling, maxBitrate, Math.max(minBitrate, wanted))),
      bitrateMode: 'variable',
      latencyMode: 'quality',
      avc: { format: 'avc' },
    } as const
    if (await isEncodable(config)) return { config }
  }
  return null
}
