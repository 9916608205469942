import { type FfmpegCore, FfmpegFailure, openFfmpeg } from '#codecs/video/ffmpeg/ffmpeg-core.ts'
import { streamsOf } from '#codecs/video/ffmpeg/ffmpeg-streams.ts'
import type { EditSegment } from '#codecs/video/timing/edit-list.ts'
import { audioBitrate } from './audio-encoders.ts'

/** The sound track of a video that ffmpeg is to read. */
export type FfmpegAudioInput = {
  readonly video: Blob
  /** Index of the track among the file's audio tracks, from 0. */
  readonly trackIndex: number
  /** The segments of the track that are played; empty for all of it. */
  readonly segments: readonly EditSegment[]
}

/**
 * Channel layouts that each encoder accepts. A track with another layout is mapped to one that holds its channels.
 * libopus confuses the channels of 5.0 and 6.1, so these become 5.1 and 7.1.
 */
const layouts = {
  opus: 'mono|stereo|3.0|quad|5.1|7.1',
  aac: 'mono|stereo|2.1|3.0|quad|4.0|5.0|5.1|7.1',
} as const

/**
 * Encodes an audio track with ffmpeg: for codecs that no browser decodes (AC-3, E-AC-3, DTS and others), for more
 * channels than the browser's encoder takes, and for tracks of several segments. Resolves with a file of that track
 * alone, with the times of the source, up to `endSeconds` on its clock. Mixes to stereo only where the encoder refuses
 * the layout. The file is held in memory: five minutes of 5.1 are 17 MB. Rejects as `FfmpegCore.run` does.
 */
export const audioByFfmpeg = async (
  { video, trackIndex, segments }: FfmpegAudioInput,
  codec: 'opus' | 'aac',
  endSeconds: number,
  signal: AbortSignal,
): Promise<Blob> => {
  const ffmpeg = await openFfmpeg(signal)
  try {
    const input = await ffmpeg.mount(video)
    const track = `0:a:${trackIndex}`
    const output = codec === 'aac' ? 'sound.mp4' : 'sound.webm'
    const encode = async (channels: number, layout: string) => {
      const filters = `atrim=end=${endSeconds},aformat=channel_layouts=${layout}`
      const chosen =
        segments.length > 0
          ? ['-filter_complex', `${concatFilter(`[${track}]`, segments)},${filters}[all]`, '-map', '[all]']
          : ['-map', track, '-af', filters]
      const encoder = codec === 'aac' ? ['-c:a', 'aac'] : ['-c:a', 'libopus', '-ar', '48000']
      const bitrate = ['-b:a', String(audioBitrate(codec, channels))]
      const args = ['-copyts', '-i', input, ...chosen, '-vn', '-sn', '-dn', ...encoder, ...bitrate]
      await ffmpeg.run([...args, '-y', output], { signal })
    }
    const channels = await countChannels(ffmpeg, input, trackIndex)
    await encode(channels, layouts[codec]).catch((cause: unknown) => {
      if (channels <= 2 || !(cause instanceof FfmpegFailure)) throw cause
      return encode(2, 'stereo')
    })
    return new Blob([await ffmpeg.readFile(output)])
  } finally {
    ffmpeg.close()
  }
}

const countChannels = async (ffmpeg: FfmpegCore, input: string, trackIndex: number): Promise<number> => {
  const [stream] = await streamsOf(ffmpeg, input, ['-select_streams', `a:${trackIndex}`])
  return stream?.channels || 2
}

/** An ffmpeg filter that plays segments one after the other, with silence in the gaps between them. */
const concatFilter = (track: string, segments: readonly EditSegment[]): string => {
  const names = segments.map((_, index) => `s${index}`)
  const parts = segments.map(({ fromSeconds, toSeconds, atSeconds }, index) => {
    const before = segments[index - 1]
    const silence = atSeconds - (before ? before.atSeconds + before.toSeconds - before.fromSeconds : 0)
    const delay = silence > 0 ? `,adelay=${Math.round(silence * 1000)}:all=1` : ''
    const lasting = silence + toSeconds - fromSeconds
    // Pad a segment that the track is too short for, so that the next one starts on time.
    return `[${names[index]}]atrim=${fromSeconds}:${toSeconds},asetpts=PTS-STARTPTS${delay},apad=whole_dur=${lasting}[p${index}]`
  })
  const all = segments.map((_, index) => `[p${index}]`).join('')
  const split = `${track}asplit=${segments.length}${names.map((name) => `[${name}]`).join('')}`
  return [split, ...parts, `${all}concat=n=${segments.length}:v=0:a=1`].join(';')
}
