import type { Size } from '#base/geometry.ts'
import type { WriteOptions } from './frame-writer.ts'
import { isEncodable, type PlaneSetup } from './plane-encoder.ts'

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
const defaultBitsPerPixel = 0.18
/** For what is decoded and worked on again. */
const sourceBitsPerPixel = 0.5
const minBitrate = 400_000
/** What level 5.1 allows the High profile by far, and more than anyone sees. */
const bitrateCeiling = 60_000_000

/** Settings that this browser takes for an even `size`, of at most `maxBitrate` bits a second; null where there are none. */
export const findH264Setup = async (
  size: Size,
  fps: number,
  { isSource, maxBitrate = bitrateCeiling }: Pick<WriteOptions, 'isSource' | 'maxBitrate'>,
): Promise<PlaneSetup | null> => {
  const blocks = Math.ceil(size.width / 16) * Math.ceil(size.height / 16)
  const level = levels.find(([, most, rate]) => blocks <= most && blocks * fps <= rate)?.[0] ?? '3e'
  const wanted = size.width * size.height * fps * (isSource ? sourceBitsPerPixel : defaultBitsPerPixel)
  for (const profile of profiles) {
    const config = {
      codec: `avc1.${profile}${level}`,
      ...size,
      framerate: fps,
      bitrate: Math.round(Math.min(bitrateCeiling, maxBitrate, Math.max(minBitrate, wanted))),
      bitrateMode: 'variable',
      latencyMode: 'quality',
      avc: { format: 'avc' },
    } as const
    if (await isEncodable(config)) return { config }
  }
  return null
}
