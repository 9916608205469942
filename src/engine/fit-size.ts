import type { Fit } from '#contract/image-options.ts'
import { type Box, wholeBox } from './box.ts'
import type { Size } from './raster.ts'

/** What is asked for: both sides, or one of them, in pixels. */
type TargetSize = { readonly width?: number; readonly height?: number }

/** A size, and the part of the source that fills it; the part may lie between pixels. */
export type Fitted = { readonly size: Size; readonly window: Box }

/**
 * Fits a source into a frame (D-16). `contain`: the largest size within it, enlarged if need be.
 * `scale-down`: the same, never enlarged. `cover`: exactly the frame, the source cut around its centre.
 * With one side given the other follows from the aspect; with none the source stays as it is.
 */
export const fitSize = (source: Size, frame: TargetSize, fit: Fit): Fitted => {
  const across = frame.width === undefined ? undefined : frame.width / source.width
  const down = frame.height === undefined ? undefined : frame.height / source.height
  const window = wholeBox(source)
  if (across === undefined && down === undefined)
    return { size: { width: source.width, height: source.height }, window }
  if (fit === 'cover' && frame.width !== undefined && frame.height !== undefined) {
    return {
      size: { width: frame.width, height: frame.height },
      window: centreCut(source, frame.width / frame.height),
    }
  }
  const scale = Math.min(across ?? Number.POSITIVE_INFINITY, down ?? Number.POSITIVE_INFINITY)
  return { size: scaleBy(source, fit === 'scale-down' ? Math.min(1, scale) : scale), window }
}

const scaleBy = (size: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(size.width * scale)),
  height: Math.max(1, Math.round(size.height * scale)),
})

/** The largest part of this aspect, centred. */
const centreCut = (source: Size, aspect: number): Box => {
  const width = Math.min(source.width, source.height * aspect)
  const height = Math.min(source.height, source.width / aspect)
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height }
}

/**
 * The size at the same aspect whose area is at most `maxPixels` (D-13): each side rounded to the nearest
 * integer and at least 1. Where that area would be above the cap, one side or both are rounded down,
 * whichever bends the aspect least. Never enlarges.
 */
export const capSize = ({ width, height }: Size, maxPixels: number): Size => {
  if (width * height <= maxPixels) return { width, height }
  const scale = Math.sqrt(maxPixels / (width * height))
  const across = width * scale
  const down = height * scale
  if (Math.min(across, down) < 1) return slimSize({ width, height }, maxPixels)
  const nearest = { width: Math.round(across), height: Math.round(down) }
  if (nearest.width * nearest.height <= maxPixels) return nearest
  const low = { width: Math.floor(across), height: Math.floor(down) }
  const bend = (size: Size) => Math.abs(Math.log((size.width * height) / (size.height * width)))
  return [low, { ...nearest, width: low.width }, { ...nearest, height: low.height }]
    .filter((size) => size.width * size.height <= maxPixels)
    .reduce((best, size) => (bend(size) < bend(best) ? size : best))
}

/** So slim that its short side would vanish: that side is 1, the other as long as the cap allows. */
const slimSize = (size: Size, maxPixels: number): Size =>
  size.width > size.height
    ? { width: Math.min(size.width, maxPixels), height: 1 }
    : { width: 1, height: Math.min(size.height, maxPixels) }
