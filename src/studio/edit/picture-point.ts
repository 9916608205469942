import { type Affine, chained, identity, inverse, lengthening, mapped } from '#base/affine.ts'
import type { Point, Size } from '#base/geometry.ts'
import { cameraOf, panned, type ViewerState } from '#studio/viewer/viewer-state.ts'

/** The size of the edited picture in its pixels. */
export const pictureSize = ({ placed, content }: ViewerState): Size => placed?.size ?? content

/** Maps pixels of the content to CSS px from the top left corner of the viewport. */
export const contentOnViewport = (state: ViewerState): Affine => {
  const { viewport, content } = state
  const { scale, x, y } = cameraOf(state)
  const left = (viewport.width - content.width * scale) / 2 + x
  const top = (viewport.height - content.height * scale) / 2 + y
  return [scale, 0, 0, scale, left, top]
}

/** Maps pixels of the picture to CSS px from the top left corner of the viewport. */
export const pictureOnViewport = (state: ViewerState): Affine =>
  chained(contentOnViewport(state), state.placed?.onContent ?? identity)

/** CSS px per pixel of the picture. */
export const pictureScale = (state: ViewerState): number => lengthening(pictureOnViewport(state))

/** Maps a position in CSS px from the centre of the viewport to pixels of the picture. */
export const toPicture = (state: ViewerState, at: Point): Point => {
  const { width, height } = state.viewport
  return mapped(inverse(pictureOnViewport(state)), { x: at.x + width / 2, y: at.y + height / 2 })
}

/** The point of the picture at the centre of its visible part. */
export const visibleCentre = (state: ViewerState): Point => within(state, toPicture(state, { x: 0, y: 0 }))

/** `at` moved by CSS px, limited to the picture. */
export const movedOnPicture = (state: ViewerState, at: Point, by: Point): Point => {
  const map = pictureOnViewport(state)
  const { x, y } = mapped(map, at)
  return within(state, mapped(inverse(map), { x: x + by.x, y: y + by.y }))
}

/** The view panned just enough to show `at`, `marginPx` from the border. */
export const panTo = (state: ViewerState, at: Point, marginPx: number): ViewerState => {
  const { x, y } = mapped(pictureOnViewport(state), at)
  const needed = (position: number, side: number) =>
    Math.max(0, marginPx - position) - Math.max(0, position - (side - marginPx))
  const by = { x: needed(x, state.viewport.width), y: needed(y, state.viewport.height) }
  return by.x === 0 && by.y === 0 ? state : panned(state, by)
}

const within = (state: ViewerState, { x, y }: Point): Point => {
  const { width, height } = pictureSize(state)
  return { x: Math.min(width, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) }
}
