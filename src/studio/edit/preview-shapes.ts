import { type Affine, lengthening, mapped } from '#base/affine.ts'
import type { Box, Point, Size } from '#base/geometry.ts'
import type { LassoPoint, StrokePoint } from '#contract/image-edits.ts'
import type { Paint, PaintScene } from './preview-paints.ts'

const outlineColor = '#c6f24e'

/** The corners of the picture on the canvas. */
const pictureCorners = ({
  map,
  pictureSize: { width, height },
}: Pick<PaintScene, 'map' | 'pictureSize'>): readonly Point[] =>
  [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ].map((corner) => mapped(map, corner))

/** The CSS clip path of a picture of that size. */
export const clipOf = (map: Affine, pictureSize: Size): string =>
  `polygon(${pictureCorners({ map, pictureSize }).map(({ x, y }) => [`${x}px`, `${y}px`].join(' '))})`

/** The box of the picture on the canvas. */
export const pictureBounds = (scene: PaintScene): Box => {
  const corners = pictureCorners(scene)
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Clips drawing to the picture. */
export const clipToPicture = (context: CanvasRenderingContext2D, scene: PaintScene): void => {
  context.beginPath()
  for (const { x, y } of pictureCorners(scene)) context.lineTo(x, y)
  context.clip()
}

/** The pixels that a stroke can reach on the canvas; null if it is outside. */
export const strokeBox = (
  points: readonly StrokePoint[],
  radius: number,
  { size }: PaintScene,
): Box | null => {
  let [left, top, right, bottom] = [size.width, size.height, 0, 0]
  for (const [x, y] of points) {
    left = Math.min(left, Math.floor(x - radius - 1))
    top = Math.min(top, Math.floor(y - radius - 1))
    right = Math.max(right, Math.ceil(x + radius + 1))
    bottom = Math.max(bottom, Math.ceil(y + radius + 1))
  }
  const x = Math.max(0, left)
  const y = Math.max(0, top)
  const width = Math.min(size.width, right) - x
  const height = Math.min(size.height, bottom) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** A point of a stroke in pixels of the canvas. */
export const toStrokePoint = ([x, y, pressure]: StrokePoint, { map }: PaintScene): StrokePoint => {
  const at = mapped(map, { x, y })
  return [at.x, at.y, pressure]
}

/** A radius in pixels of the canvas. */
export const radiusOn = ({ map }: PaintScene, radius: number): number => radius * lengthening(map)

/** Draws the outline of a lasso, filled with `paint` if it is complete. */
export const drawLasso = (
  context: CanvasRenderingContext2D,
  points: readonly LassoPoint[],
  scene: PaintScene,
  paint: Paint | null,
): void => {
  const path = new Path2D()
  for (const [x, y] of points) {
    const at = mapped(scene.map, { x, y })
    path.lineTo(at.x, at.y)
  }
  context.save()
  clipToPicture(context, scene)
  if (paint) {
    path.closePath()
    context.clip(path, 'evenodd')
    context.globalAlpha = paint.alpha / 255
    context.drawImage(paint.canvas, 0, 0)
  } else strokeTwice(context, path, scene.ratio)
  context.restore()
}

/** Draws a ring where a click waits for its region. */
export const drawClick = (context: CanvasRenderingContext2D, at: Point, scene: PaintScene): void => {
  const { x, y } = mapped(scene.map, at)
  const path = new Path2D()
  path.arc(x, y, 7 * scene.ratio, 0, 2 * Math.PI)
  strokeTwice(context, path, scene.ratio)
}

/** Dark below bright, visible on every picture. */
const strokeTwice = (context: CanvasRenderingContext2D, path: Path2D, ratio: number) => {
  context.lineJoin = 'round'
  context.strokeStyle = '#1b1c20'
  context.lineWidth = 4 * ratio
  context.stroke(path)
  context.strokeStyle = outlineColor
  context.lineWidth = 2 * ratio
  context.stroke(path)
}
