import type { Box } from '#base/geometry.ts'
import { untilAborted } from '#base/promises.ts'
import { isConvertedHere } from '#codecs/video/read/convert-planes.ts'
import { othersOf } from '#codecs/video/read/file-tracks.ts'
import { type OpenTrack, openTrack, readTrackColors } from '#codecs/video/read/open-track.ts'
import { hdrOf, readPictureDepth } from '#codecs/video/read/picture-depth.ts'
import { pictureTimes, readFrames } from '#codecs/video/read/read-pictures.ts'
import {
  type FrameTimes,
  frameRateOf,
  maxPackets,
  type PacketTime,
  toFrameTimes,
} from '#codecs/video/timing/frame-times.ts'
import { readTrackTimes } from '#codecs/video/timing/track-times.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { AudioFacts, SoundTrack, VideoFacts } from '#contract/video-facts.ts'
import type { HdrTransfer } from '#engine/color/hdr-to-srgb.ts'
import type { MovingKind } from '#formats/moving-pictures.ts'
import { type FfmpegCore, openFfmpeg } from './ffmpeg-core.ts'
import { type FfmpegStreamFacts, soundOf, tracksOf } from './ffmpeg-streams.ts'

/** The facts of a video that make ffmpeg's frames equal those of the other readers. */
export type FfmpegSource = {
  /** The file that ffmpeg reads. */
  readonly video: Blob
  readonly times: FrameTimes
  /** Index of the video track among the file's video tracks, from 0. */
  readonly trackIndex: number
  /** Whether frames can be identified by their timestamps, so that reading may start anywhere. */
  readonly hasTimestamps: boolean
  /** The matrix of the colours, if the file does not name it. */
  readonly matrix?: 'bt601' | 'bt709'
  /** Makes stored frames upright: turned clockwise, then mirrored. */
  readonly turn?: { readonly degrees: 0 | 90 | 180 | 270; readonly isMirrored: boolean }
  /** The displayed part of an upright frame, in fractions of it, and the pixel aspect, width by height. */
  readonly cropped?: { readonly part: Box; readonly pixelAspect: number }
  /** The transfer function, if of high dynamic range. */
  readonly hdr?: HdrTransfer
  /** Whether samples have more than 8 bits, and ffmpeg's colours equal those of the browser's decoder. */
  readonly isDeepAlike?: boolean
}

/** The source of a moving picture. Rejects with `invalid_video`. */
export const pictureSource = async (video: Blob, kind: MovingKind): Promise<FfmpegSource> => ({
  video,
  times: pictureTimes(await readFrames(video, kind)),
  trackIndex: 0,
  hasTimestamps: false,
})

/** The source of a file that only ffmpeg lists. Rejects with `invalid_video`. */
export const aviSource = async (video: Blob): Promise<FfmpegSource> => {
  const { times, height } = await probeByFfmpeg(video)
  return { video, times, trackIndex: 0, hasTimestamps: false, matrix: height < 720 ? 'bt601' : 'bt709' }
}

/** The source of an MP4, MOV, WebM or MKV. Rejects with `invalid_video`. */
export const trackSource = async (video: Blob): Promise<FfmpegSource> => {
  const open = await openTrack(video)
  const { input, track, close } = open
  try {
    const { matrix, transfer } = await track.getColorSpace()
    const hdr = hdrOf(transfer)
    const { colorSpace } = await readTrackColors(track)
    const turn = { degrees: await track.getRotation(), isMirrored: await track.getFlip() }
    return {
      video: open.video,
      times: await readTrackTimes(open),
      trackIndex: (await input.getVideoTracks()).findIndex(({ id }) => id === track.id),
      hasTimestamps: true,
      ...(hdr ? { hdr } : {}),
      isDeepAlike:
        // Browsers map wider colours and high dynamic range in their own ways, which the stage shows.
        isConvertedHere('I420P10', colorSpace) && (await readPictureDepth(track)).bits !== undefined,
      turn,
      ...uprightCrop(open, turn),
      ...(matrix ? {} : { matrix: colorSpace.matrix === 'smpte170m' ? 'bt601' : 'bt709' }),
    }
  } finally {
    close()
  }
}

/** The crop of a frame after it was turned. */
const uprightCrop = (
  { shape }: OpenTrack,
  { degrees, isMirrored }: NonNullable<FfmpegSource['turn']>,
): Pick<FfmpegSource, 'cropped'> => {
  if (!shape.crop) return {}
  let { crop: part, pixelAspect } = shape
  for (let left: number = degrees; left > 0; left -= 90) {
    const { x, y, width, height } = part
    part = { x: 1 - y - height, y: x, width: height, height: width }
    pixelAspect = 1 / pixelAspect
  }
  if (isMirrored) part = { ...part, x: 1 - part.x - part.width }
  return { cropped: { part, pixelAspect } }
}

/** A file that mediabunny does not read, as ffprobe reports it. */
type ProbedFile = {
  readonly times: FrameTimes
  readonly clockHz: number
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly audio: AudioFacts | null
  readonly sounds: readonly SoundTrack[]
  readonly others: readonly LeftOut[]
}

type Stream = FfmpegStreamFacts & {
  readonly width?: number
  readonly height?: number
  readonly sample_aspect_ratio?: string
  readonly time_base?: string
  readonly sample_rate?: string
  readonly bits_per_raw_sample?: string
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
 * Lists the first video track of a file. Rejects with `invalid_video` for a file without one, or with more packets than
 * a video can have, and with the signal's reason.
 */
const probeByFfmpeg = async (
  video: Blob,
  signal = new AbortController().signal,
  onProgress?: () => void,
): Promise<ProbedFile> => {
  const ffmpeg = await openFfmpeg(signal)
  try {
    const listing = ffmpeg.mount(video).then((path) => probeFile(ffmpeg, path, onProgress))
    return await untilAborted(listing, signal)
  } finally {
    ffmpeg.close()
  }
}

const probeFile = async (ffmpeg: FfmpegCore, path: string, onProgress?: () => void): Promise<ProbedFile> => {
  const of = async (...what: string[]) =>
    JSON.parse(await ffmpeg.probe(['-v', 'error', ...what, '-of', 'json', path], { onProgress })) as {
      streams?: readonly Stream[]
      packets?: readonly Packet[]
    }
  const { streams = [] } = await of('-show_streams')
  const video = streams.find(({ codec_type }) => codec_type === 'video')
  const sounds = streams.filter(({ codec_type }) => codec_type === 'audio')
  const [sound] = sounds
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
    bits: Number(video.bits_per_raw_sample ?? 8),
    audio: sound
      ? {
          codec: sound.codec_name ?? 'unknown',
          channels: sound.channels ?? 0,
          sampleRate: Number(sound.sample_rate ?? 0),
        }
      : null,
    sounds: sounds.map((stream, index) => {
      const { codec: _, ...listed } = soundOf(stream, index, sounds)
      return listed
    }),
    others: othersOf(tracksOf(streams), new Set([video, ...sounds].map((stream) => streams.indexOf(stream)))),
  }
}

/** Old containers store only decoding times, which are as even as display times. */
const toPacketTime = ({ pts_time, dts_time, duration_time }: Packet): PacketTime => ({
  timestamp: Number(pts_time ?? dts_time ?? 0),
  duration: Number(duration_time ?? 0),
})

const ratioOf = (text: string | undefined, sign: string, otherwise: number): number => {
  const [above = Number.NaN, below = Number.NaN] = (text ?? '').split(sign).map(Number)
  return above > 0 && below > 0 ? above / below : otherwise
}

/** Reads the facts of an AVI. The contract does not name AVI, but old cameras write it, and ffmpeg reads it. */
export const probeAvi = async (
  video: Blob,
  signal?: AbortSignal,
  onProgress?: () => void,
): Promise<VideoFacts> => {
  const { times, clockHz, ...read } = await probeByFfmpeg(video, signal, onProgress)
  const { codec, width, height, bits, audio, sounds, others } = read
  const rate = frameRateOf(times, clockHz)
  return {
    container: 'other',
    codec,
    durationSeconds: rate.durationSeconds,
    fps: rate.fps,
    isVariable: rate.isVariable,
    ...(rate.gridFps && { gridFps: rate.gridFps }),
    width,
    height,
    frames: times.timestamps.length,
    hasAlpha: false,
    ...(bits > 8 && { bits }),
    audio,
    sounds,
    ...(others.length > 0 && { others }),
    decoder: 'ffmpeg',
  }
}
