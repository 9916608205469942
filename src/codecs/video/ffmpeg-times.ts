import { untilAborted } from '#base/abort.ts'
import type { AudioFacts } from '#contract/video-facts.ts'
import { type FfmpegCore, openFfmpeg } from './ffmpeg-core.ts'
import { type FrameTimes, type PacketTime, toFrameTimes } from './frame-times.ts'
import { invalidVideo } from './invalid-video.ts'
import { mostPackets } from './most-packets.ts'

/** What ffprobe tells of a container that nothing else here can list. */
export type ProbedFile = {
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
export const probeByFfmpeg = async (
  video: Blob,
  signal = new AbortController().signal,
): Promise<ProbedFile> => {
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
    `%+#${mostPackets + 1}`,
  )
  if (packets.length > mostPackets) throw invalidVideo('video_too_many_frames')
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
