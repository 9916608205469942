import type { CSSProperties } from 'react'
import { type Affine, chained } from '#base/affine.ts'
import { type Box, type Point, type Size, toFractions, wholeBox } from '#base/geometry.ts'
import type { Placement } from '#contract/composition.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { subjectBox } from '#engine/subject-box.ts'

/** A share of the shorter side as a CSS length. */
export const cqmin = (share: number): string => `${Number((share * 100).toFixed(3))}cqmin`

/** The CSS of a moved, rotated, scaled and mirrored element; `middle` in fractions of its sides. */
export const placementStyle = (
  { x, y, scale, rotation, flip }: Placement,
  middle: Point,
): Pick<CSSProperties, 'transform' | 'transformOrigin'> => ({
  transform: `translate(${cqmin(x)}, ${cqmin(y)}) rotate(${rotation}deg) scale(${flip ? -scale : scale}, ${scale})`,
  transformOrigin: `${middle.x * 100}% ${middle.y * 100}%`,
})

/** The same placement as a map of pixels; `unit`, the shorter side of the result, and `middle` are in pixels. */
export const placementMap = (
  { x, y, scale, rotation, flip }: Placement,
  middle: Point,
  unit: number,
): Affine => {
  const turn = (rotation * Math.PI) / 180
  const [across, down] = [scale * Math.cos(turn), scale * Math.sin(turn)]
  const side = flip ? -1 : 1
  return chained(
    [1, 0, 0, 1, middle.x + x * unit, middle.y + y * unit],
    [side * across, side * down, -down, across, 0, 0],
    [1, 0, 0, 1, -middle.x, -middle.y],
  )
}

/** The middle of a box. */
export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

/** The side at which bounds are computed, in pixels. */
const boundsSide = 256

/** The box around the subject of a picture, in fractions of its sides; the whole picture if it is empty. */
export const alphaBounds = (picture: CanvasImageSource): Box => {
  const [width, height] = [boundsSide, boundsSide]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0, width, height)
  const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] }
  const alpha = Uint8ClampedArray.from({ length: width * height }, (_, at) => data[at * 4 + 3] ?? 0)
  return boundsOf({ width, height, data: alpha })
}

/** The box around the subjects of several mattes of one size. */
export const matteBounds = ({ width, height }: Size, mattes: readonly Uint8Array[]): Box => {
  const most = (_: unknown, at: number) => Math.max(...mattes.map((matte) => matte[at] ?? 0))
  return boundsOf({ width, height, data: Uint8ClampedArray.from({ length: width * height }, most) })
}

/** The box as in the engine, which places results about its middle. */
const boundsOf = (alpha: AlphaMask8): Box => toFractions(subjectBox(alpha) ?? wholeBox(alpha), alpha)
