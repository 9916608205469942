import { expect, test } from 'vitest'
import { movedOnPicture, pictureScale, toPicture, visibleCentre } from '#studio/edit/picture-point.ts'
import { createViewerStore, type ViewerState } from '#studio/viewer/viewer-state.ts'

const state = (more: Partial<ViewerState>): ViewerState => ({
  ...createViewerStore().get(),
  viewport: { width: 400, height: 400 },
  content: { width: 200, height: 100 },
  camera: { scale: 1, x: 0, y: 0 },
  ...more,
})

test('the middle of the stage is the middle of the picture', () => {
  expect(toPicture(state({}), { x: 0, y: 0 })).toEqual({ x: 100, y: 50 })
  expect(toPicture(state({ camera: { scale: 2, x: 10, y: 0 } }), { x: 10, y: 20 })).toEqual({ x: 100, y: 60 })
})

test('a point of a placed subject is found where it was photographed', () => {
  // Moved by 30 px of the content, mirrored, twice as large.
  const placed = { size: { width: 100, height: 100 }, onContent: [-2, 0, 0, 2, 230, 0] } as const
  const shown = state({ placed })
  expect(toPicture(shown, { x: -70, y: -30 })).toEqual({ x: 100, y: 10 })
  expect(pictureScale(shown)).toBe(2)
  // Arrows move on the screen, so that a mirrored picture is moved over in its other direction.
  expect(movedOnPicture(shown, { x: 50, y: 20 }, { x: 4, y: 4 })).toEqual({ x: 48, y: 22 })
  expect(visibleCentre(state({ placed: { ...placed, onContent: [1, 0, 0, 1, 500, 0] } }))).toEqual({
    x: 0,
    y: 50,
  })
})
