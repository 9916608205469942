import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'

type Size = { readonly width: number; readonly height: number }

/**
 * The size that a file written with `options` will have, in pixels. An answer for the stage may have
 * been capped: then it follows from the part of the source that the answer shows (D-16, D-17).
 */
export const savedSize = (options: ImageOptions, { facts, frame }: ImageAnswer): Size =>
  options.size === 'full' && frame ? fitted(frame.box, options) : facts

const fitted = (box: Size, { width, height, fit }: ImageOptions): Size => {
  if (width === undefined && height === undefined) return rounded(box, 1)
  if (width !== undefined && height !== undefined && fit === 'cover') return { width, height }
  const scale = Math.min((width ?? Infinity) / box.width, (height ?? Infinity) / box.height)
  return rounded(box, fit === 'scale-down' ? Math.min(1, scale) : scale)
}

const rounded = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})
