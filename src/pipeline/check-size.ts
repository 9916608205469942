import { ServiceError } from '#contract/service-error.ts'
import { type SizePreset, videoSideCaps } from '#contract/size-presets.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { Size } from '#engine/raster.ts'
import { planVideo } from './plan-video.ts'

/** Whether this browser's H.264 encoder accepts a frame size. Many accept at most 4096 x 2304 pixels. */
export type CanEncodeH264 = (size: Size, fps: number) => Promise<boolean>

/**
 * Refuses an MP4 that this browser could not encode, before the job is accepted and charged. Other formats hold every
 * size that a video may have. Rejects with `validation_error`, which names the smaller sizes that work.
 */
export const checkSize = async (
  options: VideoOptions,
  facts: VideoFacts,
  canEncodeH264: CanEncodeH264,
): Promise<void> => {
  if (options.format !== 'mp4') return
  const sizeOf = (size: SizePreset) => planVideo({ ...options, size }, facts).size
  const wanted = sizeOf(options.size)
  if (await canEncodeH264(wanted, facts.fps)) return
  const others: string[] = []
  for (const preset of presetsBelow(options.size)) {
    const size = sizeOf(preset)
    if (size.width < wanted.width && (await canEncodeH264(size, facts.fps)))
      others.push(`${preset} (${textOf(size)})`)
  }
  throw new ServiceError('validation_error', {
    reason: 'mp4_size_refused',
    params: { ...wanted, fps: Math.round(facts.fps), sizes: others },
    fields: [others.length > 0 ? 'size' : 'format'],
  })
}

/** The smaller presets, the largest of them first. */
const presetsBelow = (size: SizePreset): readonly SizePreset[] =>
  (['hd', 'medium', 'preview'] as const).filter((preset) => videoSideCaps[preset] < videoSideCaps[size])

const textOf = ({ width, height }: Size) => `${width} x ${height}`
