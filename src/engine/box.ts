import type { Size } from './raster.ts'

/** A rectangle in pixels; `x`, `y` is its top left corner. It may reach past the image it is laid on. */
export type Box = Size & { readonly x: number; readonly y: number }

/** The box that covers an image of this size exactly. */
export const wholeBox = (size: Size): Box => ({ x: 0, y: 0, width: size.width, height: size.height })

/** Whether `inner` lies within an image of this size. */
export const isInside = (inner: Box, size: Size): boolean =>
  inner.x >= 0 && inner.y >= 0 && inner.x + inner.width <= size.width && inner.y + inner.height <= size.height

/** Whether the box stands on whole pixels. */
export const isOnPixels = (box: Box): boolean =>
  Number.isInteger(box.x) &&
  Number.isInteger(box.y) &&
  Number.isInteger(box.width) &&
  Number.isInteger(box.height)
