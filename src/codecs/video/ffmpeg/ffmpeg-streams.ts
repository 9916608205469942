import type { FileTrack, FileTracks, TrackKind } from '#codecs/video/read/file-tracks.ts'
import { noLanguage, type SoundTrack } from '#contract/video-facts.ts'
import { type FfmpegCore, openFfmpeg } from './ffmpeg-core.ts'

/** A stream as ffprobe describes it. */
export type FfmpegStreamFacts = {
  readonly codec_type?: string
  readonly codec_name?: string
  readonly channels?: number
  readonly tags?: { readonly title?: string; readonly language?: string }
  readonly disposition?: { readonly default?: number }
}

/** The streams of a mounted file, as ffprobe lists them; `chosen`: its options. */
export const streamsOf = async (
  ffmpeg: FfmpegCore,
  input: string,
  chosen: readonly string[],
): Promise<readonly FfmpegStreamFacts[]> => {
  const { streams = [] } = JSON.parse(
    await ffmpeg.probe(['-v', 'error', ...chosen, '-show_streams', '-of', 'json', input]),
  ) as { streams?: readonly FfmpegStreamFacts[] }
  return streams
}

/** The sound tracks of a file that only ffmpeg reads. Rejects as `FfmpegCore.probe` does. */
export const listFfmpegSounds = async (
  video: Blob,
  signal: AbortSignal,
): Promise<readonly (SoundTrack & { readonly codec: string })[]> => {
  const ffmpeg = await openFfmpeg(signal)
  try {
    const streams = await streamsOf(ffmpeg, await ffmpeg.mount(video), ['-select_streams', 'a'])
    return streams.map(soundOf)
  } finally {
    ffmpeg.close()
  }
}

/** One of the sound streams of a file, with the name of its codec. */
export const soundOf = (
  { codec_name = 'unknown', tags, disposition }: FfmpegStreamFacts,
  index: number,
  all: readonly FfmpegStreamFacts[],
): SoundTrack & { readonly codec: string } => ({
  number: index + 1,
  title: tags?.title ?? '',
  language: /^[a-z]{3}$/.test(tags?.language ?? '') ? String(tags?.language) : noLanguage,
  // AVI has no default flag: the first one plays.
  isDefault:
    disposition?.default === 1 || (index === 0 && !all.some((one) => one.disposition?.default === 1)),
  codec: codec_name,
})

/** The tracks of a file with these streams; their IDs are their indices. */
export const tracksOf = (streams: readonly FfmpegStreamFacts[]): FileTracks => ({
  tracks: streams.map(toFileTrack),
  beside: [],
})

const kinds: { readonly [type: string]: TrackKind } = {
  video: 'picture',
  audio: 'sound',
  subtitle: 'subtitles',
}

const toFileTrack = ({ codec_type = '', tags }: FfmpegStreamFacts, id: number): FileTrack => ({
  id,
  kind: kinds[codec_type] ?? 'other',
  title: tags?.title ?? '',
  language: tags?.language ?? noLanguage,
})
