import { fitSize, type Size } from '#base/geometry.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { ImageFormat } from '#contract/output-formats.ts'
import { sizePresets } from '#contract/size-presets.ts'
import type { QueueItem } from './queue-state.ts'

/** Whether two requests ask a service for the same file. Services have no `level`; only this device has (D-71). */
export const sameRequest = (a: ImageOptions, b: ImageOptions): boolean => textOf(a) === textOf(b)

/** Both options come from the same schema, so that their fields have the same order. */
const textOf = (options: ImageOptions): string => JSON.stringify({ ...options, level: null })

/** Whether the recipe asks for a file that differs from the one that the service made. */
export const isStale = (
  { runLocation, serviceResult }: Pick<QueueItem, 'runLocation' | 'serviceResult'>,
  wanted: ImageOptions,
): boolean =>
  runLocation === 'service' && serviceResult !== null && !sameRequest(serviceResult.options, wanted)

/** The format of the file that is saved. A file that the service made is saved as it is. */
export const savedFormat = (
  { runLocation, serviceResult }: Pick<QueueItem, 'runLocation' | 'serviceResult'>,
  wanted: ImageFormat,
): ImageFormat => (runLocation === 'service' && serviceResult ? serviceResult.options.format : wanted)

/**
 * The options of the result in the viewer. A photo above the `hd` cap is shown at that cap, so that a change of colour
 * or crop shows at once. Save, Copy and ZIP use the exact options, and so does the viewer at a zoom beyond the cap.
 * `source` is null where the browser could not read the size: then the exact options are used too.
 */
export const toPreviewOptions = (options: ImageOptions, source: Size | null): ImageOptions => {
  const pixels = source ? source.width * source.height : 0
  const requested = (options.width ?? 0) * (options.height ?? options.width ?? 0)
  const isLarge = Math.max(pixels, requested, (options.height ?? 0) ** 2) > sizePresets.hd.maxPixels
  return options.size === 'full' && isLarge ? { ...options, size: 'hd' } : options
}

/**
 * The size in pixels of a file written with `options`. The answer for the viewer may be capped: then the size follows
 * from the part of the source that the answer shows (D-16, D-17).
 */
export const savedSize = (options: ImageOptions, { facts, placement }: ImageAnswer): Size =>
  options.size === 'full' && placement ? fitted(placement.box, options) : facts

const fitted = (box: Size, { width, height, fit }: ImageOptions): Size => {
  const target = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  const { size } = fitSize(box, target, fit)
  return { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
}
