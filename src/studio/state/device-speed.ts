import * as v from 'valibot'
import type { Size } from '#base/geometry.ts'
import type { Job } from '#contract/job.ts'
import type { VideoOptions } from '#contract/video-options.ts'

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0))

/**
 * The measured speed of this device: seconds per frame of matting for each level, and seconds per megapixel of
 * rendering for each format and ground. Both run at the same time, so the slower one decides; a job that finds its mattes
 * made renders faster, and is measured apart.
 */
export const deviceSpeedSchema = v.object({
  matting: v.fallback(v.record(v.string(), seconds), () => ({})),
  writing: v.fallback(v.record(v.string(), seconds), () => ({})),
  /** Bytes per megapixel of the results, for each format, `channels` and ground. */
  weight: v.fallback(v.record(v.string(), seconds), () => ({})),
})

export type DeviceSpeed = Readonly<v.InferOutput<typeof deviceSpeedSchema>>

/** If a job took longer than its matting by more than this factor, rendering was the slower part. */
const writingBound = 1.15

/**
 * The speed after a finished job. If its mattes existed before (`hasMattes`), its stats tell how long they took then, and
 * it says nothing about matting.
 */
export const deviceSpeedAfter = (
  pace: DeviceSpeed,
  { stats, frames }: Job,
  { level, format, channels, ground, hasMattes = false }: MadeVideo,
): DeviceSpeed => {
  if (!stats || frames === 0) return pace
  const matting = hasMattes ? 0 : (stats.matting_seconds ?? 0)
  const megapixels = (stats.output_width * stats.output_height * frames) / 1e6
  const held = matting > 0 && stats.processing_seconds <= matting * writingBound
  return {
    matting: matting > 0 ? { ...pace.matting, [level]: matting / frames } : pace.matting,
    writing:
      held || megapixels === 0
        ? pace.writing
        : {
            ...pace.writing,
            [writingKey({ format, ground, hasMattes })]: stats.processing_seconds / megapixels,
          },
    weight:
      stats.output_bytes && megapixels > 0
        ? { ...pace.weight, [weightKey({ format, channels, ground })]: stats.output_bytes / megapixels }
        : pace.weight,
  }
}

type Ground = {
  /** What stands behind the subject: a blurred picture costs more than a colour, and more bytes. */
  readonly ground: string
}

const writingKey = ({
  format,
  ground,
  hasMattes,
}: Pick<VideoOptions, 'format'> & Ground & { readonly hasMattes: boolean }): string =>
  `${format} ${ground}${hasMattes ? ' alone' : ''}`

const weightKey = ({
  format,
  channels,
  ground,
}: Pick<VideoOptions, 'format' | 'channels'> & Ground): string => `${format} ${channels} ${ground}`

type MadeVideo = Pick<VideoOptions, 'level' | 'format' | 'channels'> &
  Ground & { readonly hasMattes?: boolean }

export type VideoWork = Pick<VideoOptions, 'level' | 'format'> &
  Ground & {
    readonly frames: number
    readonly size: Size
    /** Whether the mattes of an earlier result exist, so that there is only rendering to do. */
    readonly hasMattes?: boolean
  }

/** About how many seconds `work` takes on this device; null if nothing like it was measured yet. */
export const estimateSeconds = (
  pace: DeviceSpeed,
  { level, frames, size, hasMattes = false, ...file }: VideoWork,
): number | null => {
  const perMegapixel = pace.writing[writingKey({ ...file, hasMattes })] ?? 0
  const writing = perMegapixel * ((frames * size.width * size.height) / 1e6)
  const matting = pace.matting[level]
  if (hasMattes) return writing > 0 ? writing : null
  return matting === undefined ? null : Math.max(matting * frames, writing)
}

/** About how many bytes the result will have, by earlier ones; null if there was none like it. */
export const estimateResultBytes = (
  pace: DeviceSpeed,
  file: Pick<VideoOptions, 'format' | 'channels'> & Ground,
  { frames, size }: Pick<VideoWork, 'frames' | 'size'>,
): number | null => {
  const weight = pace.weight[weightKey(file)]
  return weight === undefined ? null : Math.round(weight * ((frames * size.width * size.height) / 1e6))
}
