import { WebMOutputFormat } from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { withCodecDelay } from '#codecs/video/audio/codec-delay.ts'
import { openAudio } from '#codecs/video/audio/copy-audio.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'
import { muxTracks, openContainer } from './mux-tracks.ts'
import { openPlanarTrack } from './planar-track.ts'
import { alphaQuality, colorQuality, type PlaneSetup, type Vp9Quality } from './plane-encoder.ts'
import { findVp9Setup } from './vp9-config.ts'

/** Share of the bit rate for the colours, where alpha needs the rest. */
const colorShare = 2 / 3

/** Writes WebM: VP9, with alpha in a second stream where the frames have it, and Opus (D-32). Keeps odd sizes. */
export const openWebmWriter = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  const { size, fps, hasAlpha, isMatte, isSource, maxBitrate, audioOf, audioRange, signal } = options
  const isDouble = hasAlpha && !isMatte
  const colorBitrate = maxBitrate && (isDouble ? maxBitrate * colorShare : maxBitrate)
  const color = await configureVp9(size, fps, isMatte || isSource ? alphaQuality : colorQuality, colorBitrate)
  const alpha = isDouble
    ? await configureVp9(size, fps, alphaQuality, maxBitrate && maxBitrate - (colorBitrate ?? 0))
    : null
  const audio = await openAudio(isMatte ? null : audioOf, 'opus', {
    holdsPreroll: false,
    range: audioRange,
    signal,
  })
  const video = openPlanarTrack({ codec: 'vp9', size, color, alpha })
  const container = openContainer(new WebMOutputFormat(), withCodecDelay(sink))
  return muxTracks({ container, video, videoMetadata: { canBeTransparent: alpha !== null }, audio })
}

/** Rejects with `internal_server_error` where this browser does not encode such VP9. */
const configureVp9 = async (
  size: Size,
  fps: number,
  ...wanted: [Vp9Quality, number?]
): Promise<PlaneSetup> => {
  const setup = await findVp9Setup(size, fps, ...wanted)
  if (setup) return setup
  throw new ServiceError('internal_server_error', {
    reason: 'webm_unsupported',
    details: `VideoEncoder does not take VP9 at ${size.width} x ${size.height}`,
  })
}
