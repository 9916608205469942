import type { CSSProperties } from 'react'
import type { Box, Point, Size } from '#base/geometry.ts'
import type { Placement } from '#contract/composition.ts'
import { minSubjectAlpha } from '#engine/subject-box.ts'

/** A share of the shorter side as a CSS length. */
export const cqmin = (share: number): string => `${Number((share * 100).toFixed(3))}cqmin`

/** The CSS of an element that is moved, turned, scaled and mirrored; `middle` in fractions of its sides. */
export const placementStyle = (
  { x, y, scale, rotation, flip }: Placement,
  middle: Point,
): Pick<CSSProperties, 'transform' | 'transformOrigin'> => ({
  transform: `translate(${cqmin(x)}, ${cqmin(y)}) rotate(${rotation}deg) scale(${flip ? -scale : scale}, ${scale})`,
  transformOrigin: `${middle.x * 100}% ${middle.y * 100}%`,
})

/** The same for what is drawn next; `middle` in pixels, `unit` the shorter side of the result in pixels. */
export const applyPlacement = (
  context: CanvasRenderingContext2D,
  { x, y, scale, rotation, flip }: Placement,
  middle: Point,
  unit: number,
): void => {
  context.translate(middle.x + x * unit, middle.y + y * unit)
  context.rotate((rotation * Math.PI) / 180)
  context.scale(flip ? -scale : scale, scale)
  context.translate(-middle.x, -middle.y)
}

/** The middle of a box. */
export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

/** The side at which bounds are looked for, in pixels. */
const boundsSide = 256

/** The box around the pixels of a picture that are not transparent, in fractions of its sides; all of it without any. */
export const alphaBounds = (picture: CanvasImageSource): Box => {
  const canvas = new OffscreenCanvas(boundsSide, boundsSide)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0, boundsSide, boundsSide)
  const { data } = context?.getImageData(0, 0, boundsSide, boundsSide) ?? { data: [] }
  return boundsWhere(
    { width: boundsSide, height: boundsSide },
    (at) => (data[at * 4 + 3] ?? 0) >= minSubjectAlpha,
  )
}

/** The same around what any of these mattes shows, which have one size. */
export const matteBounds = (size: Size, mattes: readonly Uint8Array[]): Box =>
  boundsWhere(size, (at) => mattes.some((matte) => (matte[at] ?? 0) >= minSubjectAlpha))

const boundsWhere = ({ width, height }: Size, isInside: (at: number) => boolean): Box => {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let at = 0; at < width * height; at++) {
    if (!isInside(at)) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = y + 1
  }
  if (left >= right) return { x: 0, y: 0, width: 1, height: 1 }
  return {
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  }
}
