import type { Size } from '#base/geometry.ts'
import { untilAborted } from '#base/promises.ts'
import { isEncodable, type PlaneSetup, type Vp9Quality } from './plane-encoder.ts'

// VP9 bitstream specification, Annex A: level, maximum luma samples of a picture, of a second, longest side.
const levels = [
  ['10', 36_864, 829_440, 512],
  ['11', 73_728, 2_764_800, 768],
  ['20', 122_880, 4_608_000, 960],
  ['21', 245_760, 9_216_000, 1344],
  ['30', 552_960, 20_736_000, 2048],
  ['31', 983_040, 36_864_000, 2752],
  ['40', 2_228_224, 83_558_400, 4160],
  ['41', 2_228_224, 160_432_128, 4160],
  ['50', 8_912_896, 311_951_360, 8384],
  ['51', 8_912_896, 588_251_136, 8384],
  ['52', 8_912_896, 1_176_502_272, 8384],
  ['60', 35_651_584, 1_176_502_272, 16_832],
  ['61', 35_651_584, 2_353_004_544, 16_832],
] as const

/** Bits per pixel that a fine quantiser may take; a lower limit needs a bit rate. */
const fineBitsPerPixel = 1

/** Whether a fine quantiser may exceed `maxBitrate` bits per second. */
export const isTightForVp9 = ({ width, height }: Size, fps: number, maxBitrate: number): boolean =>
  maxBitrate < width * height * fps * fineBitsPerPixel

/**
 * Settings that this browser accepts, with at most `maxBitrate` bits per second; null if it cannot encode such VP9, or
 * ignores the wanted quality.
 */
export const findVp9Setup = async (
  size: Size,
  fps: number,
  quality: Vp9Quality,
  maxBitrate = Number.POSITIVE_INFINITY,
): Promise<PlaneSetup | null> => {
  const { width, height } = size
  const pixels = width * height
  const longest = Math.max(width, height)
  const level = levels.find(
    ([, most, rate, side]) => pixels <= most && pixels * fps <= rate && longest <= side,
  )
  const common = {
    // Profile 0, 8 bits, 4:2:0, BT.709 in limited range.
    codec: `vp09.00.${level?.[0] ?? '62'}.08.01.01.01.01.00`,
    width,
    height,
    framerate: fps,
    latencyMode: 'quality',
  } as const
  const byQuantizer = { ...common, bitrateMode: 'quantizer' } as const
  const isTight = isTightForVp9(size, fps, maxBitrate)
  if (!isTight && (await isEncodable(byQuantizer)))
    return { config: byQuantizer, frameOptions: { vp9: { quantizer: quality.quantizer } } }
  const wanted = isTight ? maxBitrate : Math.max(200_000, pixels * fps * quality.bitsPerPixel)
  const bitrate = Math.round(Math.min(maxBitrate, wanted))
  const byBitrate = { ...common, bitrate, bitrateMode: 'variable' } as const
  return (await isEncodable(byBitrate)) && (await keepsVp9Bitrate()) ? { config: byBitrate } : null
}

const [width, height] = [64, 64]
/** Bits a second; a thirtieth of them is more than a frame of noise of that size needs. */
const bitrate = 1_000_000
/** Encoders that use their bit rate need 3,400 bytes for the frame; WebKitGTK 2.50 writes 341. */
const leastBytes = 1024
const patienceMs = 5000

/**
 * Whether the browser's VP9 encoder uses its bit rate, by a frame of noise. The encoder of WebKitGTK does not, so its
 * pictures are always blurred.
 */
const keepsVp9Bitrate = async (): Promise<boolean> => {
  let bytes = 0
  const encoder = new VideoEncoder({
    output: ({ byteLength }) => {
      bytes += byteLength
    },
    // `flush` rejects too.
    error: () => {},
  })
  try {
    encoder.configure({
      codec: 'vp09.00.10.08',
      width,
      height,
      framerate: 30,
      bitrate,
      bitrateMode: 'variable',
    })
    const size = { codedWidth: width, codedHeight: height }
    const frame = new VideoFrame(noise(), { format: 'I420', ...size, timestamp: 0 })
    encoder.encode(frame, { keyFrame: true })
    frame.close()
    await untilAborted(encoder.flush(), AbortSignal.timeout(patienceMs))
    return bytes >= leastBytes
  } catch {
    return false
  } finally {
    if (encoder.state !== 'closed') encoder.close()
  }
}

/** Grey noise in 4:2:0, by a linear congruential generator (Numerical Recipes). */
const noise = (): Uint8Array<ArrayBuffer> => {
  const planes = new Uint8Array((width * height * 3) / 2).fill(128)
  for (let at = 0, state = 1; at < width * height; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    planes[at] = state >>> 24
  }
  return planes
}
