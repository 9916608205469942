import type { Size } from '#base/geometry.ts'
import type { VideoFormat } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type SizePreset, sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { planVideo } from './plan-video.ts'

/** Whether this browser's encoder for a format takes frames of `size` pixels, `fps` of them a second. */
export type CanWriteSize = (format: VideoFormat, size: Size, fps: number) => Promise<boolean>

/**
 * Refuses a size that this browser could not encode in the format, before the job is accepted and charged. Rejects with
 * `validation_error`, which names the smaller sizes that work.
 */
export const checkSize = async (
  options: VideoOptions,
  facts: VideoFacts,
  canWriteSize: CanWriteSize,
): Promise<void> => {
  const sizeOf = (size: SizePreset) => planVideo({ ...options, size }, facts).size
  const wanted = sizeOf(options.size)
  if (await canWriteSize(options.format, wanted, facts.fps)) return
  const others: string[] = []
  for (const preset of presetsBelow(options.size)) {
    const size = sizeOf(preset)
    if (size.width < wanted.width && (await canWriteSize(options.format, size, facts.fps)))
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
  sizePresetNames
    .filter((name) => sizePresets[name].maxVideoSide < sizePresets[size].maxVideoSide)
    .toSorted((a, b) => sizePresets[b].maxVideoSide - sizePresets[a].maxVideoSide)

const textOf = ({ width, height }: Size) => `${width} x ${height}`
