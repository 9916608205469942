import type { Fit } from '#contract/image-options.ts'
import { type Box, wholeBox } from './box.ts'
import type { Size } from './raster.ts'

/** What is asked for: both sides, or one of them, in pixels. */
export type TargetSize = { readonly width?: number; readonly height?: number }

/** A size, and the part of the source that fills it; the part may lie between pixels. */
export type Fitted = { readonly size: Size; readonly window: Box }

/**
 * Fits a source into a frame (D-16). `contain`: the largest size within it, enlarged if need be.
 * `scale-down`: the same, never enlarged. `cover`: exactly the frame, the source cut around its centre.
 * With one side given the other follows from the aspect; with none the source stays as it is.
 */
export const fitBox = (source: Size, frame: TargetSize, fit: Fit): Fitted => {
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
