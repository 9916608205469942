import type { VideoFacts } from '#contract/video-facts.ts'
import type { FfmpegCore } from './ffmpeg-core.ts'
import { probeByFfmpeg } from './ffmpeg-times.ts'
import type { FrameTimes } from './frame-times.ts'
import { readGif } from './gif-frames.ts'
import { openTrack } from './open-track.ts'
import { gifTimes } from './probe-gif.ts'
import { readTrackColors } from './track-colors.ts'
import { readTrackTimes } from './track-times.ts'

/** What ffmpeg has to be told of a video so that its frames come as anyone else's would. */
export type FfmpegSource = {
  readonly times: FrameTimes
  /** Which of the file's video tracks, from 0. */
  readonly trackIndex: number
  /** Frames can be told by their times, so that reading may start anywhere. */
  readonly hasStamps: boolean
  /** The matrix of its colours where the file does not say it. */
  readonly matrix?: 'bt601' | 'bt709'
  /** Its light goes beyond white. */
  readonly isHdr: boolean
}

export const readFfmpegSource = async (
  video: Blob,
  { container }: Pick<VideoFacts, 'container'>,
  open: () => Promise<{ ffmpeg: FfmpegCore; path: string }>,
): Promise<FfmpegSource> => {
  if (container === 'gif') {
    return { times: gifTimes(await readGif(video)), trackIndex: 0, hasStamps: false, isHdr: false }
  }
  if (container === 'other') {
    const { ffmpeg, path } = await open()
    const { times, height } = await probeByFfmpeg(ffmpeg, path)
    return { times, trackIndex: 0, hasStamps: false, isHdr: false, matrix: height < 720 ? 'bt601' : 'bt709' }
  }
  const { input, track, close } = await openTrack(video)
  try {
    const { matrix } = await track.getColorSpace()
    const { colorSpace } = await readTrackColors(track)
    return {
      times: await readTrackTimes(track),
      trackIndex: (await input.getVideoTracks()).findIndex(({ id }) => id === track.id),
      hasStamps: true,
      isHdr: await track.hasHighDynamicRange(),
      ...(matrix ? {} : { matrix: colorSpace.matrix === 'smpte170m' ? 'bt601' : 'bt709' }),
    }
  } finally {
    close()
  }
}
