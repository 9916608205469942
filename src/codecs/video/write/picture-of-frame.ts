import type { EncoderInput } from '#engine/compose.ts'
import type { Raster } from '#engine/raster.ts'
import type { WriteOptions } from './frame-writer.ts'

/** A frame as an encoder of pictures takes it: a matte, which is grey, as one plane. */
export const pictureOfFrame = (
  raster: Raster,
  { isMatte, hasAlpha }: Pick<WriteOptions, 'isMatte' | 'hasAlpha'>,
): EncoderInput => {
  if (!isMatte) return { kind: 'colour', raster, opaque: !hasAlpha }
  const { width, height, data } = raster
  const plane = new Uint8ClampedArray(width * height)
  for (let i = 0; i < plane.length; i++) plane[i] = data[i * 4] ?? 0
  return { kind: 'grey', alpha: { width, height, data: plane } }
}
