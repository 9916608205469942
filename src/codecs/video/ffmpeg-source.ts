import type { VideoFacts } from '#contract/video-facts.ts'
import { probeByFfmpeg } from './ffmpeg-times.ts'
import type { FrameTimes } from './frame-times.ts'
import { readGif } from './gif-frames.ts'
import type { HdrTransfer } from './hdr-cube.ts'
import { openTrack } from './open-track.ts'
import { gifTimes } from './probe-gif.ts'
import { readTrackColors } from './track-colors.ts'
import { readTrackTimes } from './track-times.ts'

/** What ffmpeg has to be told of a video so that its frames come as anyone else's would. */
export type FfmpegSource = {
  /** The file that it reads. */
  readonly video: Blob
  readonly times: FrameTimes
  /** Which of the file's video tracks, from 0. */
  readonly trackIndex: number
  /** Frames can be told by their times, so that reading may start anywhere. */
  readonly hasStamps: boolean
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
    return { video, times: gifTimes(await readGif(video)), trackIndex: 0, hasStamps: false }
  }
  if (container === 'other') {
    const { times, height } = await probeByFfmpeg(video)
    return { video, times, trackIndex: 0, hasStamps: false, matrix: height < 720 ? 'bt601' : 'bt709' }
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
      hasStamps: true,
      ...(hdr ? { hdr } : {}),
      ...(matrix ? {} : { matrix: colorSpace.matrix === 'smpte170m' ? 'bt601' : 'bt709' }),
    }
  } finally {
    close()
  }
}
