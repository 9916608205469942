import { type FfmpegCore, FfmpegFailure, openFfmpeg } from '#codecs/video/ffmpeg/ffmpeg-core.ts'
import type { EditSegment } from '#codecs/video/timing/edit-list.ts'
import { audioBitrate } from './audio-encoders.ts'

export type FfmpegAudioInput = {
  readonly video: Blob
  /** Which of the file's audio tracks, from 0. */
  readonly trackIndex: number
  /** What is heard of the track, where that is not simply all of it. */
  readonly segments: readonly EditSegment[]
}

/**
 * Layouts of loudspeakers that the encoders take as they are; others go into the nearest of them that has room. Of
 * those that Opus knows, libopus mixes up the channels of 5.0 and 6.1, so these go into 5.1 and 7.1.
 */
const layouts = {
  opus: 'mono|stereo|3.0|quad|5.1|7.1',
  aac: 'mono|stereo|2.1|3.0|quad|4.0|5.0|5.1|7.1',
} as const

/**
 * The sound that no browser decodes (AC-3, E-AC-3, DTS, …), that has more channels than its encoder takes, or that is
 * put together of several stretches: in a file of its own, at the times at which it is heard in the source, up to
 * `endSeconds`. All its channels are kept where they can be, else it is mixed to stereo. It is held whole: five
 * minutes of 5.1 are 17 MB.
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
  const asked = ['-select_streams', `a:${trackIndex}`, '-show_entries', 'stream=channels', '-of', 'json']
  const { streams } = JSON.parse(await ffmpeg.probe(['-v', 'error', ...asked, input])) as {
    streams?: readonly { readonly channels?: number }[]
  }
  return streams?.[0]?.channels || 2
}

/** Stretches one after the other, with silence where there are none. */
const concatFilter = (track: string, segments: readonly EditSegment[]): string => {
  const names = segments.map((_, index) => `s${index}`)
  const parts = segments.map(({ fromSeconds, toSeconds, atSeconds }, index) => {
    const before = segments[index - 1]
    const silence = atSeconds - (before ? before.atSeconds + before.toSeconds - before.fromSeconds : 0)
    const delay = silence > 0 ? `,adelay=${Math.round(silence * 1000)}:all=1` : ''
    const lasting = silence + toSeconds - fromSeconds
    // What the track is too short for is silent as well, so that the next stretch comes in time.
    return `[${names[index]}]atrim=${fromSeconds}:${toSeconds},asetpts=PTS-STARTPTS${delay},apad=whole_dur=${lasting}[p${index}]`
  })
  const all = segments.map((_, index) => `[p${index}]`).join('')
  const split = `${track}asplit=${segments.length}${names.map((name) => `[${name}]`).join('')}`
  return [split, ...parts, `${all}concat=n=${segments.length}:v=0:a=1`].join(';')
}
