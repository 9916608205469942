import { WebMOutputFormat } from 'mediabunny'
import { withCodecDelay } from './codec-delay.ts'
import { openContainer } from './container-output.ts'
import { openAudio } from './copy-audio.ts'
import type { FormatWriter } from './format-writer.ts'
import type { ByteSink, WriteOptions } from './frame-writer.ts'
import { muxTracks } from './mux-tracks.ts'
import { openPlanarTrack } from './planar-track.ts'
import { alphaQuality, colourQuality, setUpVp9 } from './vp9-setup.ts'

/** Of the bits that there are, where both colours and alpha must share them. */
const colourShare = 2 / 3

/** VP9, with alpha beside it where the frames have some, and Opus (D-32). Odd sizes are kept. */
export const openWebmWriter = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { size, fps, hasAlpha, isMatte, isSource, maxBitrate, audioOf, audioRange, signal } = options
  const isDouble = hasAlpha && !isMatte
  const most = maxBitrate && (isDouble ? maxBitrate * colourShare : maxBitrate)
  const colour = await setUpVp9(size, fps, isMatte || isSource ? alphaQuality : colourQuality, most)
  const alpha = isDouble
    ? await setUpVp9(size, fps, alphaQuality, maxBitrate && maxBitrate - (most ?? 0))
    : null
  const audio = await openAudio(isMatte ? null : audioOf, 'opus', { early: false, range: audioRange, signal })
  const video = openPlanarTrack({ codec: 'vp9', size, colour, alpha })
  const container = openContainer(new WebMOutputFormat(), withCodecDelay(sink))
  return muxTracks({ container, video, videoMetadata: { canBeTransparent: alpha !== null }, audio })
}
