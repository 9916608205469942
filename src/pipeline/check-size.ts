import { type Size, wholeBox } from '#base/geometry.ts'
import { canvasWindow } from '#contract/composition.ts'
import { type VideoFormat, videoFormatNames, videoFormatRow } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type SizePreset, sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import { canvasOf } from './image-requests.ts'
import { planVideo } from './plan-video.ts'
import type { SizeRequest } from './video-requests.ts'

/** Whether this browser's encoder for a format takes frames of `size` pixels, `fps` of them a second. */
export type CanWriteSize = (format: VideoFormat, size: Size, fps: number) => Promise<boolean>

/**
 * Refuses what this browser could not encode, before the job is accepted and charged. Where the subject is, and so how
 * large a canvas becomes, is not known by then: the largest that it may become has to be writable. Rejects with
 * `validation_error`, which names the codec that is missing, or the smaller sizes that work, and the formats that work
 * instead.
 */
export const checkSize = async (
  { options, facts, parts }: SizeRequest,
  canWriteSize: CanWriteSize,
): Promise<void> => {
  const canvas = canvasOf({ options, parts })
  const shown = canvas && canvasWindow(canvas, facts, wholeBox(facts))
  const sizeOf = (size: SizePreset) => planVideo({ ...options, size }, facts, { shown }).size
  const wanted = sizeOf(options.size)
  if (await canWriteSize(options.format, wanted, facts.fps)) return
  const { label, codec } = videoFormatRow(options.format)
  const formats = await othersThat((format) => canWriteSize(format, wanted, facts.fps))
  if (!(await canWriteSize(options.format, smallSize, smallFps)))
    throw new ServiceError('validation_error', {
      reason: 'format_unwritable',
      params: { format: label, codec, formats },
      fields: ['format'],
    })
  const sizes: string[] = []
  for (const preset of presetsBelow(options.size)) {
    const size = sizeOf(preset)
    if (size.width < wanted.width && (await canWriteSize(options.format, size, facts.fps)))
      sizes.push(`${preset} (${textOf(size)})`)
  }
  throw new ServiceError('validation_error', {
    reason: 'video_size_unwritable',
    params: { format: label, ...wanted, fps: Math.round(facts.fps), sizes, formats },
    fields: [sizes.length > 0 ? 'size' : 'format'],
  })
}

/** The formats that this browser has an encoder for. */
export const writableFormats = async (canWriteSize: CanWriteSize): Promise<readonly VideoFormat[]> => {
  const found: VideoFormat[] = []
  for (const format of videoFormatNames)
    if (await canWriteSize(format, smallSize, smallFps)) found.push(format)
  return found
}

/** What every encoder takes of a codec that it has. */
const [smallSize, smallFps] = [{ width: 320, height: 240 }, 30]

/** The formats of videos of any size that are written. */
const othersThat = async (
  isWritten: (format: VideoFormat) => Promise<boolean>,
): Promise<readonly VideoFormat[]> => {
  const found: VideoFormat[] = []
  for (const format of videoFormatNames)
    if (videoFormatRow(format).maxSide === null && (await isWritten(format))) found.push(format)
  return found
}

/** The smaller presets, the largest of them first. */
const presetsBelow = (size: SizePreset): readonly SizePreset[] =>
  sizePresetNames
    .filter((name) => sizePresets[name].maxVideoSide < sizePresets[size].maxVideoSide)
    .toSorted((a, b) => sizePresets[b].maxVideoSide - sizePresets[a].maxVideoSide)

const textOf = ({ width, height }: Size) => `${width} x ${height}`
