import { Mp4OutputFormat } from 'mediabunny'
import { openAudio } from '#codecs/video/audio/copy-audio.ts'
import { limits } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { Size } from '#engine/raster.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { muxTracks, openContainer } from './mux-tracks.ts'
import { openPlanarTrack } from './planar-track.ts'
import type { PlaneSetup } from './plane-encoder.ts'

/** H.264 and AAC (D-31), with the index in front, in room set aside for it. Frames are taken as opaque. */
export const openMp4Writer = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { fps, isMatte, isSource, maxBitrate, audioOf, audioRange, signal } = options
  const size = evenSize(options.size)
  const color = await configureH264(
    size,
    fps,
    isSource ? sourceBitsPerPixel : defaultBitsPerPixel,
    maxBitrate,
  )
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

// ITU-T H.264, table A-1: level, most macroblocks a frame, most a second.
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
/** For what is decoded and worked on again. */
const sourceBitsPerPixel = 0.5
const minBitrate = 400_000
/** What level 5.1 allows the High profile by far, and more than anyone sees. */
const bitrateCeiling = 60_000_000

/** The largest even size within `size`, which is what 4:2:0 in H.264 holds (D-35); at least 2 by 2. */
const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width & ~1),
  height: Math.max(2, height & ~1),
})

/** Whether this browser writes H.264 of an even `size` as fast as `fps`. */
export const canEncodeH264 = async (size: Size, fps: number): Promise<boolean> =>
  (await findSetup(size, fps, defaultBitsPerPixel)) !== null

/** Settings that this browser takes for an even `size`. Rejects with `validation_error` where there are none. */
const configureH264 = async (
  size: Size,
  fps: number,
  bitsPerPixel: number,
  maxBitrate?: number,
): Promise<PlaneSetup> => {
  const setup = await findSetup(size, fps, bitsPerPixel, maxBitrate)
  if (setup) return setup
  throw new ServiceError('validation_error', {
    reason: 'h264_size_refused',
    params: { width: size.width, height: size.height },
    fields: ['format'],
  })
}

const findSetup = async (
  size: Size,
  fps: number,
  bitsPerPixel: number,
  maxBitrate = bitrateCeiling,
): Promise<PlaneSetup | null> => {
  const blocks = Math.ceil(size.width / 16) * Math.ceil(size.height / 16)
  const level = levels.find(([, most, rate]) => blocks <= most && blocks * fps <= rate)?.[0] ?? '3e'
  const wanted = size.width * size.height * fps * bitsPerPixel
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
    if ((await VideoEncoder.isConfigSupported(config).catch(() => null))?.supported) return { config }
  }
  return null
}
