import type { FileTracks } from '#codecs/video/read/file-tracks.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import { type FfmpegCore, FfmpegFailure, openFfmpeg, piecesPath } from './ffmpeg-core.ts'
import { streamsOf, tracksOf } from './ffmpeg-streams.ts'

const listPath = 'parts.txt'

/**
 * Remuxes the picture and sound of a video, or of several in sequence, into a Matroska file without compressed frames.
 * Nothing is encoded again, except sound unknown to Matroska, which becomes PCM. Rejects with `invalid_video` if ffmpeg
 * cannot read it or the parts do not fit together, and as `openFfmpeg` does.
 */
export const remux = async (
  parts: readonly Blob[],
  signal: AbortSignal | undefined,
  onProgress: (() => void) | undefined,
): Promise<Blob> => {
  const ffmpeg = await openFfmpeg(signal)
  try {
    const paths: string[] = []
    for (const part of parts) paths.push(await ffmpeg.mount(part))
    const [path = '', ...others] = paths
    if (others.length > 0) {
      await requireSameStreams(ffmpeg, paths)
      await ffmpeg.writeFile(
        listPath,
        new TextEncoder().encode(paths.map((name) => `file '${name}'\n`).join('')),
      )
    }
    const input =
      others.length > 0
        ? ['-f', 'concat', '-safe', '0', '-i', listPath]
        : ['-fflags', '+genpts', '-copyts', '-i', path]
    const pieces: Blob[] = []
    const write = (sound: string) =>
      ffmpeg.run(
        [
          ...[...input, '-map', '0:V', '-map', '0:a?', '-c:v', 'copy', '-c:a', sound],
          ...['-f', 'matroska', piecesPath],
        ],
        {
          ...(signal && { signal }),
          onProgress,
          pieces: { pieceBytes: 1 << 20, onPiece: (piece) => void pieces.push(new Blob([piece])) },
        },
      )
    await write('copy').catch(() => {
      // Matroska cannot store the uncompressed sound of discs and cameras unchanged.
      pieces.length = 0
      return write('pcm_s24le')
    })
    return new Blob(pieces)
  } catch (cause) {
    signal?.throwIfAborted()
    throw cause instanceof FfmpegFailure ? invalidVideo('video_undecodable', cause) : cause
  } finally {
    ffmpeg.close()
  }
}

/** The tracks of a file that ffmpeg has to copy. Rejects as `FfmpegCore.probe` does. */
export const listFfmpegTracks = async (video: Blob, signal: AbortSignal): Promise<FileTracks> => {
  const ffmpeg = await openFfmpeg(signal)
  try {
    return tracksOf(await streamsOf(ffmpeg, await ffmpeg.mount(video), []))
  } finally {
    ffmpeg.close()
  }
}

type Stream = {
  readonly codec_type?: string
  readonly codec_name?: string
  readonly sample_rate?: string
  readonly channels?: number
  readonly extradata_hash?: string
}

/** Codecs with the decoder's configuration in their streams, by themselves or as ffmpeg writes them. */
const selfDescribed = ['vp8', 'vp9', 'av1', 'opus', 'h264']

/** Joined parts share each track, so their codecs must be equal. */
const requireSameStreams = async (ffmpeg: FfmpegCore, paths: readonly string[]): Promise<void> => {
  const kinds = new Set<string>()
  const fields = 'stream=codec_type,codec_name,sample_rate,channels,extradata_hash'
  for (const path of paths) {
    const asked = ['-v', 'error', '-show_data_hash', 'CRC32', '-show_entries', fields, '-of', 'json', path]
    const { streams = [] } = JSON.parse(await ffmpeg.probe(asked)) as { streams?: readonly Stream[] }
    const described = streams
      .filter(({ codec_type }) => codec_type === 'video' || codec_type === 'audio')
      .map(({ codec_type, codec_name = '', sample_rate, channels, extradata_hash }) =>
        [
          ...[codec_type, codec_name, sample_rate, channels],
          selfDescribed.includes(codec_name) ? '' : extradata_hash,
        ].join(),
      )
    kinds.add(described.join(';'))
  }
  if (kinds.size > 1) throw invalidVideo('video_parts_differ')
}
