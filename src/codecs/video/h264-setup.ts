import { ServiceError } from '#contract/service-error.ts'
import type { Size } from '#engine/raster.ts'
import type { PlaneSetup } from './plane-encoder.ts'

// ITU-T H.264, table A-1: level, most macroblocks a frame, most a second.
const levels = [
  ['0c', 396, 6000],
  ['14', 396, 11_880],
  ['15', 792, 19_800],
  ['16', 1620, 20_250],
  ['1e', 1620, 40_500],
  ['1f', 3600, 108_000],
  ['20', 5120, 216_000],
  ['28', 8192, 245_760],
  ['2a', 8704, 522_240],
  ['32', 22_080, 589_824],
  ['33', 36_864, 983_040],
  ['34', 36_864, 2_073_600],
  ['3c', 139_264, 4_177_920],
] as const

/** High, Main and Constrained Baseline, the best first. */
const profiles = ['6400', '4d00', '42e0'] as const

/** Near 5 Mb/s at 720p30, where H.264 shows no faults; small pictures need more a pixel. */
export const usualBitsPerPixel = 0.18
/** For what is decoded and worked on again. */
export const sourceBitsPerPixel = 0.5
const leastBitrate = 400_000
/** What level 5.1 allows the High profile by far, and more than anyone sees. */
const mostBitrate = 60_000_000

/** The largest even size within `size`, which is what 4:2:0 in H.264 holds (D-35); at least 2 by 2. */
export const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width & ~1),
  height: Math.max(2, height & ~1),
})

/** Whether this browser writes H.264 of an even `size` as fast as `fps`. */
export const takesH264 = async (size: Size, fps: number): Promise<boolean> =>
  (await findSetup(size, fps, usualBitsPerPixel)) !== null

/** Settings that this browser takes for an even `size`. Rejects with `validation_error` where there are none. */
export const setUpH264 = async (
  size: Size,
  fps: number,
  bitsPerPixel: number,
  maxBitrate?: number,
): Promise<PlaneSetup> => {
  const setup = await findSetup(size, fps, bitsPerPixel, maxBitrate)
  if (setup) return setup
  throw new ServiceError('validation_error', {
    reason: 'h264_size_refused',
    params: { width: size.width, height: size.height },
    fields: ['format'],
  })
}

const findSetup = async (
  size: Size,
  fps: number,
  bitsPerPixel: number,
  maxBitrate = mostBitrate,
): Promise<PlaneSetup | null> => {
  const blocks = Math.ceil(size.width / 16) * Math.ceil(size.height / 16)
  const level = levels.find(([, most, rate]) => blocks <= most && blocks * fps <= rate)?.[0] ?? '3e'
  const wanted = size.width * size.height * fps * bitsPerPixel
  for (const profile of profiles) {
    const config = {
      codec: `avc1.${profile}${level}`,
      ...size,
      framerate: fps,
      bitrate: Math.round(Math.min(mostBitrate, maxBitrate, Math.max(leastBitrate, wanted))),
      bitrateMode: 'variable',
      latencyMode: 'quality',
      avc: { format: 'avc' },
    } as const
    if ((await VideoEncoder.isConfigSupported(config).catch(() => null))?.supported) return { config }
  }
  return null
}
