import type { Box, Point } from '#base/geometry.ts'
import { cameraOf, panned, type ViewerState } from '#studio/viewer/viewer-state.ts'

/** A position from the centre of the viewport, in CSS px, as one of the picture, in its pixels. */
export const toPicture = (state: ViewerState, at: Point): Point => {
  const { scale, x, y } = cameraOf(state)
  return {
    x: (at.x - x) / scale + state.content.width / 2,
    y: (at.y - y) / scale + state.content.height / 2,
  }
}

/** The box of the picture in CSS px from the top left corner of the viewport. */
export const pictureBox = (state: ViewerState): Box => {
  const { scale, x, y } = cameraOf(state)
  const width = state.content.width * scale
  const height = state.content.height * scale
  return {
    x: state.viewport.width / 2 + x - width / 2,
    y: state.viewport.height / 2 + y - height / 2,
    width,
    height,
  }
}

/** The point of the picture in the middle of what is visible of it. */
export const visibleCentre = (state: ViewerState): Point => within(state, toPicture(state, { x: 0, y: 0 }))

/** `at` moved by CSS px, within the picture. */
export const movedOnPicture = (state: ViewerState, at: Point, by: Point): Point => {
  const { scale } = cameraOf(state)
  return within(state, { x: at.x + by.x / scale, y: at.y + by.y / scale })
}

/** The view panned by as much as it takes to show `at`, `marginPx` away from the border. */
export const panTo = (state: ViewerState, at: Point, marginPx: number): ViewerState => {
  const { scale } = cameraOf(state)
  const box = pictureBox(state)
  const needed = (position: number, side: number) =>
    Math.max(0, marginPx - position) - Math.max(0, position - (side - marginPx))
  const by = {
    x: needed(box.x + at.x * scale, state.viewport.width),
    y: needed(box.y + at.y * scale, state.viewport.height),
  }
  return by.x === 0 && by.y === 0 ? state : panned(state, by)
}

const within = ({ content }: ViewerState, { x, y }: Point): Point => ({
  x: Math.min(content.width, Math.max(0, x)),
  y: Math.min(content.height, Math.max(0, y)),
})
