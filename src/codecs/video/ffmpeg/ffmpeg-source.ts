import { untilAborted } from '#base/abort.ts'
import { openTrack, readTrackColors } from '#codecs/video/read/open-track.ts'
import { gifTimes, readGif } from '#codecs/video/read/read-gif.ts'
import {
  type FrameTimes,
  frameRateOf,
  maxPackets,
  type PacketTime,
  toFrameTimes,
} from '#codecs/video/timing/frame-times.ts'
import { readTrackTimes } from '#codecs/video/timing/track-times.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { AudioFacts, VideoFacts } from '#contract/video-facts.ts'
import { type FfmpegCore, openFfmpeg } from './ffmpeg-core.ts'
import type { HdrTransfer } from './hdr-lut.ts'

/** What ffmpeg has to be told of a video so that its frames come as anyone else's would. */
export type FfmpegSource = {
  /** The file that it reads. */
  readonly video: Blob
  readonly times: FrameTimes
  /** Which of the file's video tracks, from 0. */
  readonly trackIndex: number
  /** Frames can be told by their times, so that reading may start anywhere. */
  readonly hasTimestamps: boolean
  /** The matrix of its colours where the file does not say it. */
  readonly matrix?: 'bt601' | 'bt709'
  /** How its light goes beyond white, where it does. */
  readonly hdr?: HdrTransfer
}

export const readFfmpegSource = async (
  video: Blob,
  { container }: Pick<VideoFacts, 'container'>,
): Promise<FfmpegSource> => {
  if (container === 'gif') {
    return { video, times: gifTimes(await readGif(video)), trackIndex: 0, hasTimestamps: false }
  }
  if (container === 'other') {
    const { times, height } = await probeByFfmpeg(video)
    return { video, times, trackIndex: 0, hasTimestamps: false, matrix: height < 720 ? 'bt601' : 'bt709' }
  }
  const open = await openTrack(video)
  const { input, track, close } = open
  try {
    const { matrix, transfer } = await track.getColorSpace()
    // The names are newer than TypeScript's.
    const hdr = (['hlg', 'pq'] as const).find((name) => name === String(transfer))
    const { colorSpace } = await readTrackColors(track)
    return {
      video: open.video,
      times: await readTrackTimes(open),
      trackIndex: (await input.getVideoTracks()).findIndex(({ id }) => id === track.id),
      hasTimestamps: true,
      ...(hdr ? { hdr } : {}),
      ...(matrix ? {} : { matrix: colorSpace.matrix === 'smpte170m' ? 'bt601' : 'bt709' }),
    }
  } finally {
    close()
  }
}

/** What ffprobe tells of a container that nothing else here can list. */
type ProbedFile = {
  readonly times: FrameTimes
  readonly clockHz: number
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly audio: AudioFacts | null
}

type Stream = {
  readonly codec_type?: string
  readonly codec_name?: string
  readonly width?: number
  readonly height?: number
  readonly sample_aspect_ratio?: string
  readonly time_base?: string
  readonly channels?: number
  readonly sample_rate?: string
}
type Packet = { readonly pts_time?: string; readonly dts_time?: string; readonly duration_time?: string }

const codecNames: { readonly [codec: string]: string } = {
  h264: 'H.264',
  hevc: 'HEVC',
  mpeg4: 'MPEG-4',
  mjpeg: 'Motion JPEG',
  msmpeg4v3: 'MPEG-4',
}

/**
 * Lists the first video track of a file. Rejects with `invalid_video` where there is none, or more packets than a
 * video can have; with the signal's reason.
 */
const probeByFfmpeg = async (video: Blob, signal = new AbortController().signal): Promise<ProbedFile> => {
  const ffmpeg = await openFfmpeg(signal)
  try {
    const listing = ffmpeg.mount(video).then((path) => probeFile(ffmpeg, path))
    return await untilAborted(listing, signal)
  } finally {
    ffmpeg.close()
  }
}

const probeFile = async (ffmpeg: FfmpegCore, path: string): Promise<ProbedFile> => {
  const of = async (...what: string[]) =>
    JSON.parse(await ffmpeg.probe(['-v', 'error', ...what, '-of', 'json', path])) as {
      streams?: readonly Stream[]
      packets?: readonly Packet[]
    }
  const { streams = [] } = await of('-show_streams')
  const video = streams.find(({ codec_type }) => codec_type === 'video')
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  if (!video?.width || !video.height) throw invalidVideo('video_no_picture')
  const { packets = [] } = await of(
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=pts_time,dts_time,duration_time',
    '-read_intervals',
    `%+#${maxPackets + 1}`,
  )
  if (packets.length > maxPackets) throw invalidVideo('video_too_many_frames')
  const clockHz = 1 / ratioOf(video.time_base, '/', 1 / 1000)
  const times = toFrameTimes(packets.map(toPacketTime), clockHz)
  if (!times) throw invalidVideo('video_no_picture')
  const aspect = ratioOf(video.sample_aspect_ratio, ':', 1)
  return {
    times,
    clockHz,
    codec: codecNames[video.codec_name ?? ''] ?? video.codec_name ?? 'unknown',
    width: Math.round(video.width * aspect),
    height: video.height,
    audio: sound
      ? {
          codec: sound.codec_name ?? 'unknown',
          channels: sound.channels ?? 0,
          sampleRate: Number(sound.sample_rate ?? 0),
        }
      : null,
  }
}

/** Old containers tell the order of decoding only, which is as even as that of display. */
const toPacketTime = ({ pts_time, dts_time, duration_time }: Packet): PacketTime => ({
  timestamp: Number(pts_time ?? dts_time ?? 0),
  duration: Number(duration_time ?? 0),
})

const ratioOf = (text: string | undefined, sign: string, otherwise: number): number => {
  const [above = Number.NaN, below = Number.NaN] = (text ?? '').split(sign).map(Number)
  return above > 0 && below > 0 ? above / below : otherwise
}

/** RIFF, a length, AVI: by its first 12 bytes. */
export const isAvi = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head)
  return text.startsWith('RIFF') && text.slice(8, 12) === 'AVI '
}

/** Not asked for by the contract, but what old cameras leave behind; only ffmpeg lists it. */
export const probeAvi = async (video: Blob, signal?: AbortSignal): Promise<VideoFacts> => {
  const { times, clockHz, codec, width, height, audio } = await probeByFfmpeg(video, signal)
  const rate = frameRateOf(times, clockHz)
  return {
    container: 'other',
    codec,
    durationSeconds: rate.durationSeconds,
    fps: rate.fps,
    isVariable: rate.isVariable,
    width,
    height,
    frames: times.timestamps.length,
    hasAlpha: false,
    audio,
    decoder: 'ffmpeg',
  }
}
