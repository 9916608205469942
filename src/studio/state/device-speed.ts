import * as v from 'valibot'
import type { Size } from '#base/geometry.ts'
import type { Job } from '#contract/job.ts'
import type { VideoOptions } from '#contract/video-options.ts'

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0))

/**
 * The measured speed of this device: seconds per frame of matting for each level, and seconds per `renderingWork` for
 * each format and ground. Both run at the same time, so the slower one decides; where that was matting, rendering is
 * only known not to be slower (`most`). A job that finds its mattes made renders faster, and is measured apart.
 */
export const deviceSpeedSchema = v.object({
  matting: v.fallback(v.record(v.string(), seconds), () => ({})),
  writing: v.fallback(v.record(v.string(), seconds), () => ({})),
  /** Bytes per `pictureWeight` of the results, for each format, `channels` and ground. */
  weight: v.fallback(v.record(v.string(), seconds), () => ({})),
})

/** The stored measurements. */
export type DeviceSpeed = Readonly<v.InferOutput<typeof deviceSpeedSchema>>

/** If a job took longer than its matting by more than this factor, rendering was the slower part. */
const writingBound = 1.15

/** An estimate that may be wrong by a larger factor is none. */
const maxError = 1.5

/**
 * The speed after a finished job. If its mattes existed before (`hasMattes`), its stats contain their earlier matting
 * time, and matting is not measured.
 */
export const deviceSpeedAfter = (
  pace: DeviceSpeed,
  { stats, frames }: Job,
  { level, format, channels, ground, hasMattes = false }: MadeVideo,
): DeviceSpeed => {
  if (!stats || frames === 0) return pace
  const matting = hasMattes ? 0 : (stats.matting_seconds ?? 0)
  const video = { frames, size: { width: stats.output_width, height: stats.output_height } }
  const work = renderingWork(video)
  const held = matting > 0 && stats.processing_seconds <= matting * writingBound
  return {
    matting: matting > 0 ? { ...pace.matting, [level]: matting / frames } : pace.matting,
    writing: {
      ...pace.writing,
      [writingKey({ format, ground, bound: held ? 'most' : hasMattes ? 'alone' : null })]:
        stats.processing_seconds / work,
    },
    weight: stats.output_bytes
      ? {
          ...pace.weight,
          [weightKey({ format, channels, ground })]: stats.output_bytes / pictureWeight(video),
        }
      : pace.weight,
  }
}

type Frames = { readonly frames: number; readonly size: Size }

/** The cost of a frame besides its pixels, in megapixels: refining its matte, and other work once a frame. */
const frameMegapixels = 0.3

/** The amount of rendering; 1 for a frame of 0.7 megapixels. */
const renderingWork = ({ frames, size }: Frames): number => frames * (megapixelsOf(size) + frameMegapixels)

/** The bytes of a frame grow with its area to this power. */
const bytesExponent = 0.65

/** The relative bytes of a video by its frames and their size; 1 for a frame of one megapixel. */
export const pictureWeight = ({ frames, size }: Frames): number =>
  frames * megapixelsOf(size) ** bytesExponent

const megapixelsOf = ({ width, height }: Size): number => (width * height) / 1e6

type Ground = {
  /** The background behind the subject: a blurred picture takes more time and bytes than a colour. */
  readonly ground: string
}

const writingKey = ({
  format,
  ground,
  bound,
}: Pick<VideoOptions, 'format'> & Ground & { readonly bound: 'alone' | 'most' | null }): string =>
  `${format} ${ground}${bound === null ? '' : ` ${bound}`}`

const weightKey = ({
  format,
  channels,
  ground,
}: Pick<VideoOptions, 'format' | 'channels'> & Ground): string => `${format} ${channels} ${ground}`

type MadeVideo = Pick<VideoOptions, 'level' | 'format' | 'channels'> &
  Ground & { readonly hasMattes?: boolean }

/** The work to estimate. */
export type VideoWork = Pick<VideoOptions, 'level' | 'format'> &
  Ground & {
    readonly frames: number
    readonly size: Size
    /** Whether the mattes of an earlier result exist, so that only rendering remains. */
    readonly hasMattes?: boolean
  }

/** Estimated seconds of `work` on this device; null if too little similar work was measured. */
export const estimateSeconds = (
  pace: DeviceSpeed,
  { level, frames, size, hasMattes = false, ...file }: VideoWork,
): number | null => {
  const writingBy = (bound: 'alone' | 'most' | null): number | null => {
    const pixel = pace.writing[writingKey({ ...file, bound })]
    return pixel === undefined ? null : pixel * renderingWork({ frames, size })
  }
  if (hasMattes) return writingBy('alone')
  const perFrame = pace.matting[level]
  if (perFrame === undefined) return null
  const [matting, writing, most] = [perFrame * frames, writingBy(null), writingBy('most')]
  if (writing !== null) return Math.max(matting, writing)
  return most !== null && most <= matting * maxError ? matting : null
}

/** Estimated bytes of the result, from earlier ones; null if none was similar. */
export const estimateResultBytes = (
  pace: DeviceSpeed,
  file: Pick<VideoOptions, 'format' | 'channels'> & Ground,
  video: Frames,
): number | null => {
  const weight = pace.weight[weightKey(file)]
  return weight === undefined ? null : Math.round(weight * pictureWeight(video))
}
