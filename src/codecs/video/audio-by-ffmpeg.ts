import type { Splice } from './edit-list.ts'
import { openFfmpeg } from './ffmpeg-core.ts'

export type SoundSource = {
  readonly video: Blob
  /** Which of the file's audio tracks, from 0. */
  readonly trackIndex: number
  /** What is heard of the track, where that is not simply all of it. */
  readonly splices: readonly Splice[]
}

/**
 * The sound that no browser decodes (AC-3, E-AC-3, DTS, …), or that is put together of several stretches, in a
 * file of its own, at the times at which it is heard in the source. It is held whole: five minutes are 7 MB.
 */
export const audioByFfmpeg = async (
  { video, trackIndex, splices }: SoundSource,
  codec: 'opus' | 'aac',
  signal: AbortSignal,
): Promise<Blob> => {
  const ffmpeg = await openFfmpeg()
  try {
    const input = await ffmpeg.mount(video)
    const encoder =
      codec === 'aac' ? ['-c:a', 'aac', '-b:a', '192k'] : ['-c:a', 'libopus', '-b:a', '128k', '-ar', '48000']
    const output = codec === 'aac' ? 'sound.mp4' : 'sound.webm'
    const track = `0:a:${trackIndex}`
    const chosen =
      splices.length > 0
        ? ['-filter_complex', `${spliced(`[${track}]`, splices)}[all]`, '-map', '[all]']
        : ['-map', track]
    const args = ['-copyts', '-i', input, ...chosen, '-vn', '-sn', '-dn', '-ac', '2', ...encoder]
    await ffmpeg.run([...args, output], { signal })
    return new Blob([await ffmpeg.readFile(output)])
  } finally {
    ffmpeg.close()
  }
}

/** Stretches one after the other, with silence where there are none. */
const spliced = (track: string, splices: readonly Splice[]): string => {
  const names = splices.map((_, index) => `s${index}`)
  const parts = splices.map(({ fromSeconds, toSeconds, atSeconds }, index) => {
    const before = splices[index - 1]
    const silence = atSeconds - (before ? before.atSeconds + before.toSeconds - before.fromSeconds : 0)
    const delay = silence > 0 ? `,adelay=${Math.round(silence * 1000)}:all=1` : ''
    const lasting = silence + toSeconds - fromSeconds
    // What the track is too short for is silent as well, so that the next stretch comes in time.
    return `[${names[index]}]atrim=${fromSeconds}:${toSeconds},asetpts=PTS-STARTPTS${delay},apad=whole_dur=${lasting}[p${index}]`
  })
  const all = splices.map((_, index) => `[p${index}]`).join('')
  const split = `${track}asplit=${splices.length}${names.map((name) => `[${name}]`).join('')}`
  return [split, ...parts, `${all}concat=n=${splices.length}:v=0:a=1`].join(';')
}
