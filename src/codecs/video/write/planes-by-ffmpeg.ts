import type { Size } from '#base/geometry.ts'
import { alphaToYuv420, toYuv420, yuv420Bytes } from '#engine/color/yuv420.ts'
import type { FfmpegStream } from './ffmpeg-track.ts'
import type { WriteOptions } from './frame-writer.ts'
import { keyFrameSeconds } from './planar-track.ts'
import type { Vp9Quality } from './plane-encoder.ts'
import { isTightForVp9 } from './vp9-config.ts'

/** Frames per chunk, for key frames as often as from a browser's encoder. */
export const maxPlaneChunkFrames = (fps: number): number => Math.max(1, Math.round(keyFrameSeconds * fps))

/** The colours or the alpha of frames as VP9 by libvpx, of at most `maxBitrate` bits a second. */
export const vp9Stream = (
  size: Size,
  fps: number,
  plane: 'color' | 'alpha',
  quality: Vp9Quality,
  maxBitrate = Number.POSITIVE_INFINITY,
): FfmpegStream => {
  const quantizer = String(Math.round(quality.quantizer / indexesOfQuantizer))
  return {
    ...planesOf(size, fps, plane === 'color' ? toYuv420 : alphaToYuv420),
    output: [
      ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
      // No frame waits for later ones, and none is hidden.
      ...['-lag-in-frames', '0', '-auto-alt-ref', '0', '-g', onlyFirst],
      ...(isTightForVp9(size, fps, maxBitrate)
        ? ['-b:v', String(Math.round(maxBitrate))]
        : ['-b:v', '0', '-crf', quantizer, '-qmin', quantizer, '-qmax', quantizer]),
      ...inBt709,
      ...['-f', 'webm'],
    ],
  }
}

/**
 * Chromium interprets a quantiser as an index of 0 to 255, by the size and error of its files; a step of libvpx's own
 * scale is four of them.
 */
const indexesOfQuantizer = 4

/** Visually lossless for most pictures; finer for results that are processed again. */
const [shownCrf, sourceCrf] = ['19', '14']

/** The colours of frames as H.264 by x264, of at most `maxBitrate` bits a second; `size` is even. */
export const h264Stream = (
  size: Size,
  fps: number,
  { isSource, maxBitrate }: Pick<WriteOptions, 'isSource' | 'maxBitrate'>,
): FfmpegStream => {
  const most = maxBitrate && String(Math.round(maxBitrate))
  return {
    ...planesOf(size, fps, toYuv420),
    output: [
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-bf', '0', '-g', onlyFirst],
      ...['-crf', isSource ? sourceCrf : shownCrf, ...(most ? ['-maxrate', most, '-bufsize', most] : [])],
      ...inBt709,
      ...['-f', 'mp4'],
    ],
  }
}

/** More frames than any chunk has: only its first is a key frame. */
const onlyFirst = '9999'

const inBt709 = [
  ...['-color_range', 'tv', '-colorspace', 'bt709'],
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-fps_mode', 'passthrough'],
]

const planesOf = (
  size: Size,
  fps: number,
  convert: typeof toYuv420,
): Pick<FfmpegStream, 'frameBytes' | 'pack' | 'input'> => ({
  frameBytes: yuv420Bytes(size),
  pack: (raster, into) => convert(raster, size, size, into),
  input: [
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${size.width}x${size.height}`],
    // It steers bit rates only, as packets get the times of their frames; a clip of one frame may have any.
    ...['-r', String(Math.min(240, Math.max(1, fps)))],
  ],
})
