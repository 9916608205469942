import { BlobSource, EncodedPacketSink, Input, type InputAudioTrack, type InputVideoTrack } from 'mediabunny'
import { readAudioEnd } from '#codecs/video/audio/audio-length.ts'
import { listSounds } from '#codecs/video/audio/list-sounds.ts'
import { frameRateOf } from '#codecs/video/timing/frame-times.ts'
import { readTrackTimes } from '#codecs/video/timing/track-times.ts'
import { copiedContainers } from '#contract/file-kinds.ts'
import { loadPart } from '#contract/load-part.ts'
import { readFileKind } from '#contract/sniff.ts'
import { parseTimecode } from '#contract/timecode.ts'
import type { AudioFacts, VideoFacts } from '#contract/video-facts.ts'
import { type FileTracks, othersOf } from './file-tracks.ts'
import { guardedFormats } from './mediabunny-internals.ts'
import { type OpenTrack, openTrack } from './open-track.ts'
import { readPictureDepth } from './picture-depth.ts'
import { readFileTracks } from './read-file-tracks.ts'

/** Reads the facts of an MP4, MOV, WebM or MKV. Rejects as `openTrack` and `readTrackFacts` do. */
export const probeTrack = async (video: Blob, signal: AbortSignal): Promise<VideoFacts> => {
  const open = await openTrack(video, signal)
  try {
    const facts = await readTrackFacts(open, signal, video)
    return open.source === video ? facts : { ...facts, container: await readContainer(video, facts) }
  } finally {
    open.close()
  }
}

/** The container of the original file, if its content was copied into another one to be read. */
const readContainer = async (video: Blob, { container }: VideoFacts): Promise<VideoFacts['container']> => {
  const kind = await readFileKind(video)
  const copied = copiedContainers.find((each) => each === kind)
  if (copied) return copied
  const input = new Input({ source: new BlobSource(video), formats: guardedFormats() })
  try {
    return containers[(await input.getFormat()).name] ?? container
  } finally {
    input.dispose()
  }
}

/**
 * Reads the facts of an open track from its container and packets, and further ones from `file`. Rejects with
 * `invalid_video` for a track without frames, or with more than `maxPackets`.
 */
export const readTrackFacts = async (
  open: OpenTrack,
  signal: AbortSignal,
  file: Blob = open.source,
): Promise<VideoFacts> => {
  const { input, track } = open
  const times = await readTrackTimes(open, signal)
  const rate = frameRateOf(times, await track.getTimeResolution())
  const audio = await input.getPrimaryAudioTrack()
  const files = await tracksOfFile(file, signal)
  const sounds = await listSounds(input, file === open.source ? files : await readFileTracks(open.source))
  const readIds = [track.id, ...sounds.map((sound) => sound.track.id)]
  // A copy by ffmpeg renumbers tracks; it contains all sounds.
  const others = othersOf(files, new Set(file === open.source ? readIds : copiedIds(files)))
  const timecode =
    typeof files.timecode === 'string' ? parseTimecode(files.timecode, rate.fps) : files.timecode
  return {
    container: containers[(await input.getFormat()).name] ?? 'other',
    codec: await codecName(track),
    durationSeconds: rate.durationSeconds,
    fps: rate.fps,
    isVariable: rate.isVariable,
    ...(rate.gridFps && { gridFps: rate.gridFps }),
    ...open.shape.displayed,
    ...(open.shape.crop && { isCropped: true }),
    frames: times.timestamps.length,
    hasAlpha: await hasAlpha(track),
    ...(await readPictureDepth(track)),
    audio: audio && {
      ...(await audioFacts(audio)),
      ...(await readAudioEnd(open, audio, times.startSeconds)),
    },
    sounds: sounds.map(({ track: _, ...sound }) => sound),
    ...(others.length > 0 && { others }),
    ...(timecode && { timecode }),
    decoder: (await isForBrowser(open)) ? 'webcodecs' : 'ffmpeg',
  }
}

/** The tracks of a file. Only ffmpeg lists files that it copies into another container. */
const tracksOfFile = async (file: Blob, signal: AbortSignal): Promise<FileTracks> => {
  const kind = await readFileKind(file)
  if (!copiedContainers.some((copied) => copied === kind)) return await readFileTracks(file)
  const { listFfmpegTracks } = await loadPart(() => import('#codecs/video/ffmpeg/remux.ts'))
  return await listFfmpegTracks(file, signal)
}

const copiedIds = ({ tracks }: FileTracks): readonly number[] => {
  const picture = tracks.find(({ kind }) => kind === 'picture')
  return tracks.filter((track) => track === picture || track.kind === 'sound').map(({ id }) => id)
}

/** AV1 repeats its description in the stream, and ffmpeg here does not decode it. */
const isForBrowser = async ({ track, changesDescription }: OpenTrack): Promise<boolean> =>
  ((await track.getCodec()) === 'av1' || !changesDescription(track.id)) && (await track.canDecode())

/** Containers by mediabunny's names. */
const containers: { readonly [format: string]: VideoFacts['container'] } = {
  MP4: 'mp4',
  'QuickTime File Format': 'mov',
  WebM: 'webm',
  Matroska: 'mkv',
}

const codecNames: { readonly [codec: string]: string } = {
  avc: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
  mp4v: 'MPEG-4',
  'V_MPEG4/ISO/ASP': 'MPEG-4',
  s263: 'H.263',
  jpeg: 'Motion JPEG',
  mjpa: 'Motion JPEG',
  V_MJPEG: 'Motion JPEG',
  'rle ': 'QuickTime Animation',
  V_MPEG2: 'MPEG-2',
  V_MPEG1: 'MPEG-1',
  V_THEORA: 'Theora',
  vvc1: 'VVC (H.266)',
  vvi1: 'VVC (H.266)',
}

const codecName = async (track: InputVideoTrack): Promise<string> => {
  const codec = String((await track.getCodec()) ?? (await track.getInternalCodecId()) ?? 'unknown')
  return codecNames[codec] ?? codec
}

/** A track may declare transparency and have none, so the first frame decides. */
const hasAlpha = async (track: InputVideoTrack): Promise<boolean> => {
  if (!(await track.canBeTransparent())) return false
  const packet = await new EncodedPacketSink(track).getFirstPacket()
  return packet?.sideData.alpha !== undefined
}

const audioFacts = async (track: InputAudioTrack): Promise<AudioFacts> => ({
  codec: (await track.getCodec()) ?? 'unknown',
  channels: await track.getNumberOfChannels(),
  sampleRate: await track.getSampleRate(),
})
