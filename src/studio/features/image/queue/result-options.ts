import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { ImageFormat } from '#contract/output-formats.ts'
import { imagePixelCaps } from '#contract/size-presets.ts'
import type { QueueItem } from './queue-state.ts'

/** Whether two requests ask a service for the same file. It has no `level`: that is this device's own (D-71). */
export const sameRequest = (a: ImageOptions, b: ImageOptions): boolean => textOf(a) === textOf(b)

/** Both come from the same schema, so that their fields stand in the same order. */
const textOf = (options: ImageOptions): string => JSON.stringify({ ...options, level: null })

/** Whether the recipe asks for another file than the one that the service made. */
export const isStale = ({ place, sent }: Pick<QueueItem, 'place' | 'sent'>, wanted: ImageOptions): boolean =>
  place === 'service' && sent !== null && !sameRequest(sent.options, wanted)

/** The format of the file that is saved: what the service has written is saved as it is. */
export const savedFormat = (
  { place, sent }: Pick<QueueItem, 'place' | 'sent'>,
  wanted: ImageFormat,
): ImageFormat => (place === 'service' && sent ? sent.options.format : wanted)

type Size = { readonly width: number; readonly height: number }

/**
 * What the stage asks for. A photo above the `hd` cap is shown at that cap, so that a change of colour
 * or crop is there at once; Save, Copy and ZIP always send the exact options, and so does the stage
 * itself once somebody zooms in further than the cap. `source` is null where
 * the browser could not tell the size: then the exact options are shown too.
 */
export const toPreviewOptions = (options: ImageOptions, source: Size | null): ImageOptions => {
  const pixels = source ? source.width * source.height : 0
  const asked = (options.width ?? 0) * (options.height ?? options.width ?? 0)
  const large = Math.max(pixels, asked, (options.height ?? 0) ** 2) > imagePixelCaps.hd
  return options.size === 'full' && large ? { ...options, size: 'hd' } : options
}

type PixelSize = { readonly width: number; readonly height: number }

/**
 * The size that a file written with `options` will have, in pixels. An answer for the stage may have
 * been capped: then it follows from the part of the source that the answer shows (D-16, D-17).
 */
export const savedSize = (options: ImageOptions, { facts, frame }: ImageAnswer): PixelSize =>
  options.size === 'full' && frame ? fitted(frame.box, options) : facts

const fitted = (box: PixelSize, { width, height, fit }: ImageOptions): PixelSize => {
  if (width === undefined && height === undefined) return rounded(box, 1)
  if (width !== undefined && height !== undefined && fit === 'cover') return { width, height }
  const scale = Math.min((width ?? Infinity) / box.width, (height ?? Infinity) / box.height)
  return rounded(box, fit === 'scale-down' ? Math.min(1, scale) : scale)
}

const rounded = ({ width, height }: PixelSize, scale: number): PixelSize => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})
