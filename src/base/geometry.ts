/** Width and height in pixels. */
export type Size = { readonly width: number; readonly height: number }

/** A position, or a distance along both axes. */
export type Point = { readonly x: number; readonly y: number }

/** A rectangle in pixels; `x`, `y` is its top left corner. It may reach beyond the image. */
export type Box = Size & Point

/** The box that covers an image of this size exactly. */
export const wholeBox = (size: Size): Box => ({ x: 0, y: 0, width: size.width, height: size.height })

/** Converts a box from fractions of a size to pixels. */
export const toPixels = ({ x, y, width, height }: Box, size: Size): Box => ({
  x: x * size.width,
  y: y * size.height,
  width: width * size.width,
  height: height * size.height,
})

/** Converts a box from pixels to fractions of a size. */
export const toFractions = ({ x, y, width, height }: Box, size: Size): Box => ({
  x: x / size.width,
  y: y / size.height,
  width: width / size.width,
  height: height / size.height,
})

/** Whether a box lies within an image of this size. */
export const isInside = (inner: Box, size: Size): boolean =>
  inner.x >= 0 && inner.y >= 0 && inner.x + inner.width <= size.width && inner.y + inner.height <= size.height

/** Whether two boxes share any area. */
export const isOverlapping = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** The smallest box around both. */
export const unionBox = (a: Box, b: Box): Box => {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/** Whether all sides of the box lie on whole pixels. */
export const isOnPixels = (box: Box): boolean =>
  Number.isInteger(box.x) &&
  Number.isInteger(box.y) &&
  Number.isInteger(box.width) &&
  Number.isInteger(box.height)

/** The requested size in pixels: both sides, one of them, or none. */
type TargetSize = { readonly width?: number; readonly height?: number }

/** A size, and the part of the source that fills it, in pixels, possibly fractional. */
export type Fitted = { readonly size: Size; readonly window: Box }

/**
 * Fits a source to a target size (D-16). `contain`: the largest size within it, enlarged if need be. `scale-down`: the
 * same, never enlarged. `cover`: exactly that size, the source cropped around its centre. With one side given, the
 * other follows from the aspect; with none, the source stays as it is.
 */
export const fitSize = (
  source: Size,
  target: TargetSize,
  fit: 'contain' | 'scale-down' | 'cover',
): Fitted => {
  const across = target.width === undefined ? undefined : target.width / source.width
  const down = target.height === undefined ? undefined : target.height / source.height
  const window = wholeBox(source)
  if (across === undefined && down === undefined)
    return { size: { width: source.width, height: source.height }, window }
  if (fit === 'cover' && target.width !== undefined && target.height !== undefined) {
    return {
      size: { width: target.width, height: target.height },
      window: centreCrop(source, target.width / target.height),
    }
  }
  const scale = Math.min(across ?? Number.POSITIVE_INFINITY, down ?? Number.POSITIVE_INFINITY)
  return { size: scaleBy(source, fit === 'scale-down' ? Math.min(1, scale) : scale), window }
}

const scaleBy = (size: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(size.width * scale)),
  height: Math.max(1, Math.round(size.height * scale)),
})

/** The largest centred part of this aspect ratio. */
const centreCrop = (source: Size, aspect: number): Box => {
  const width = Math.min(source.width, source.height * aspect)
  const height = Math.min(source.height, source.width / aspect)
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height }
}

/**
 * The largest size of the same aspect ratio with at most `maxPixels` (D-13); never enlarges. Sides are rounded to the
 * nearest integer, at least 1; if that exceeds the limit, one or both are rounded down, with the least change of
 * aspect.
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
  const distortion = (size: Size) => Math.abs(Math.log((size.width * height) / (size.height * width)))
  return [low, { ...nearest, width: low.width }, { ...nearest, height: low.height }]
    .filter((size) => size.width * size.height <= maxPixels)
    .reduce((best, size) => (distortion(size) < distortion(best) ? size : best))
}

/** For a short side that would round to 0: it becomes 1, and the long side as long as the limit allows. */
const slimSize = (size: Size, maxPixels: number): Size =>
  size.width > size.height
    ? { width: Math.min(size.width, maxPixels), height: 1 }
    : { width: 1, height: Math.min(size.height, maxPixels) }

/** The size with the longer side at most `maxSidePx`, of the same aspect ratio; never enlarges. */
export const capSide = (size: Size, maxSidePx: number): Size =>
  fitSize(size, { width: maxSidePx, height: maxSidePx }, 'scale-down').size
