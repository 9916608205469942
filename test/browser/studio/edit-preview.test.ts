import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DrawnEdit as Edit } from '#contract/image-edits.ts'
import { createEditPreview, type EditPreview, type PreviewScene } from '#studio/edit/edit-preview.ts'

const size = { width: 200, height: 120 }

/** A red picture of 100 x 50 pixels, shown at twice its size 10 px from the corner, on blue. */
const sceneOf = async (more: Partial<PreviewScene> = {}): Promise<PreviewScene> => {
  const canvas = new OffscreenCanvas(100, 50)
  const context = canvas.getContext('2d')
  if (context) context.fillStyle = '#ff0000'
  context?.fillRect(0, 0, 100, 50)
  return {
    size,
    map: [1.8, 0, 0, 1.8, 10, 10],
    pictureSize: { width: 100, height: 50 },
    ratio: 1,
    view: 'result',
    picture: canvas.transferToImageBitmap(),
    subject: null,
    backdrop: { base: '#0000ff', check: null },
    ...more,
  }
}

const stroke = (mode: 'keep' | 'remove' | 'refine', points: [number, number, number][]): Edit => ({
  kind: 'stroke',
  mode,
  radius: 5,
  hardness: 1,
  snap: false,
  points,
})

let pending: HTMLCanvasElement
let drawn: HTMLCanvasElement
let preview: EditPreview
beforeEach(() => {
  pending = document.createElement('canvas')
  drawn = document.createElement('canvas')
  preview = createEditPreview({ pending, drawn })
})

/** R, G, B and alpha of a canvas at a pixel of the picture. */
const at = (canvas: HTMLCanvasElement, x: number, y: number) => [
  ...(canvas.getContext('2d')?.getImageData(10 + x * 1.8, 10 + y * 1.8, 1, 1).data ?? []),
]
const isEmpty = (canvas: HTMLCanvasElement) =>
  canvas
    .getContext('2d')
    ?.getImageData(0, 0, size.width, size.height)
    .data.every((value) => value === 0)

test('keeping shows the original, removing the backdrop', async () => {
  preview.setScene(await sceneOf())
  preview.setPending([
    stroke('keep', [
      [20, 10, 1],
      [40, 10, 1],
    ]),
    stroke('remove', [
      [20, 40, 1],
      [40, 40, 1],
    ]),
  ])
  expect(at(pending, 30, 10)).toEqual([255, 0, 0, 255])
  expect(at(pending, 30, 40)).toEqual([0, 0, 255, 255])
  expect(at(pending, 30, 25)).toEqual([0, 0, 0, 0])
})

test('a stroke that follows edges is shown whole where it is sure', async () => {
  preview.setScene(await sceneOf())
  const plain = stroke('keep', [
    [20, 20, 1],
    [60, 20, 1],
  ])
  preview.setPending([{ ...plain, radius: 10, snap: true } as Edit])
  expect(at(pending, 40, 24)).toEqual([255, 0, 0, 255])
  const rim = at(pending, 40, 27.5)[3] ?? 0
  expect(rim).toBeGreaterThan(0)
  expect(rim).toBeLessThan(200)
})

test('a stroke that is drawn grows with its points', async () => {
  preview.setScene(await sceneOf())
  const points: [number, number, number][] = [[20, 10, 1]]
  const edit = stroke('keep', points)
  preview.draw(edit, 0)
  points.push([60, 10, 1])
  preview.draw(edit, 1)
  expect(at(drawn, 20, 10)).toEqual([255, 0, 0, 255])
  expect(at(drawn, 50, 10)).toEqual([255, 0, 0, 255])
  expect(isEmpty(pending)).toBe(true)
  preview.finish(null)
  expect(isEmpty(drawn)).toBe(true)
  expect(isEmpty(pending)).toBe(true)
})

test('a stroke that is complete waits where it was drawn', async () => {
  preview.setScene(await sceneOf())
  const edit = stroke('keep', [[20, 10, 1]])
  preview.draw(edit, 0)
  preview.finish(edit)
  expect(isEmpty(drawn)).toBe(true)
  expect(at(pending, 20, 10)).toEqual([255, 0, 0, 255])
  preview.draw(stroke('keep', [[60, 40, 1]]), 0)
  expect(at(drawn, 20, 10)).toEqual([0, 0, 0, 0])
  preview.setPending([edit])
  expect(at(pending, 20, 10)).toEqual([255, 0, 0, 255])
})

test('a result that has the edits takes their place', async () => {
  preview.setScene(await sceneOf())
  preview.setPending([stroke('keep', [[20, 10, 1]])])
  expect(isEmpty(pending)).toBe(false)
  preview.setPending([])
  expect(isEmpty(pending)).toBe(true)
})

test('nothing is drawn outside of the picture', async () => {
  preview.setScene(await sceneOf())
  preview.setPending([
    stroke('keep', [
      [-20, 20, 1],
      [120, 20, 1],
    ]),
  ])
  expect(at(pending, -3, 20)).toEqual([0, 0, 0, 0])
  expect(at(pending, 1, 20)).toEqual([255, 0, 0, 255])
})

test('another zoom draws pending strokes where they belong', async () => {
  preview.setScene(await sceneOf())
  preview.setPending([stroke('keep', [[50, 25, 1]])])
  preview.setScene(await sceneOf({ map: [3.6, 0, 0, 3.6, -80, -35] }))
  const [x, y] = [-80 + 50 * 3.6, -35 + 25 * 3.6]
  expect([...(pending.getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])]).toEqual([255, 0, 0, 255])
})

test('the matte shows what is kept in white, the rest black', async () => {
  preview.setScene(await sceneOf({ view: 'matte' }))
  preview.setPending([stroke('keep', [[20, 10, 1]]), stroke('remove', [[70, 40, 1]])])
  expect(at(pending, 20, 10)).toEqual([255, 255, 255, 255])
  expect(at(pending, 70, 40)).toEqual([0, 0, 0, 255])
})

test('a lasso fills by the even-odd rule, a click shows a ring', async () => {
  preview.setScene(await sceneOf())
  const lasso: Edit = {
    kind: 'lasso',
    mode: 'remove',
    points: [
      [10, 10],
      [40, 10],
      [40, 40],
      [10, 40],
    ],
  }
  preview.setPending([lasso, { kind: 'click', mode: 'keep', x: 80, y: 25 }])
  expect(at(pending, 25, 25)).toEqual([0, 0, 255, 255])
  expect(at(pending, 80, 25)).toEqual([0, 0, 0, 0])
  expect(at(pending, 80 + 7 / 1.8, 25)[3]).toBeGreaterThan(0)
})

/** A green subject over the left half of the picture. */
const subjectOf = (): OffscreenCanvas => {
  const canvas = new OffscreenCanvas(100, 50)
  const context = canvas.getContext('2d')
  if (context) context.fillStyle = '#00ff00'
  context?.fillRect(0, 0, 50, 50)
  return canvas
}
const green = [0, 255, 0, 255]
const nothing = [0, 0, 0, 0]

test('in a composition a stroke that removes cuts the subject out', async () => {
  preview.setScene(await sceneOf({ view: 'composed', subject: subjectOf() }))
  expect(at(pending, 20, 20)).toEqual(green)
  expect(at(pending, 70, 20)).toEqual(nothing)
  const points: [number, number, number][] = [[20, 20, 1]]
  const edit = stroke('remove', points)
  preview.draw(edit, 0)
  points.push([40, 20, 1])
  preview.draw(edit, 1)
  expect(at(pending, 30, 20)).toEqual(nothing)
  expect(at(pending, 30, 40)).toEqual(green)
  preview.finish(null)
  expect(at(pending, 30, 20)).toEqual(green)
  preview.draw(edit, 0)
  preview.finish(edit)
  preview.draw(stroke('keep', [[70, 20, 1]]), 0)
  expect(at(pending, 30, 20)).toEqual(nothing)
  expect(at(drawn, 70, 20)).toEqual([255, 0, 0, 255])
})

test('a result that comes during a stroke does not end it', async () => {
  const scene = await sceneOf({ view: 'composed', subject: subjectOf() })
  preview.setScene(scene)
  preview.setPending([stroke('remove', [[10, 40, 1]])])
  preview.draw(stroke('remove', [[30, 20, 1]]), 0)
  preview.setScene({ ...scene, subject: subjectOf() })
  preview.setPending([])
  expect(at(pending, 30, 20)).toEqual(nothing)
  expect(at(pending, 10, 40)).toEqual(green)
})

test('strokes follow a picture that is placed and turned', async () => {
  // A quarter to the right about its corner.
  preview.setScene(await sceneOf({ view: 'composed', subject: subjectOf(), map: [0, 1, -1, 0, 80, 10] }))
  preview.setPending([stroke('keep', [[90, 10, 1]])])
  const onCanvas = (x: number, y: number) => [
    ...(pending.getContext('2d')?.getImageData(80 - y - 1, 10 + x, 1, 1).data ?? []),
  ]
  expect(onCanvas(20, 10)).toEqual(green)
  expect(onCanvas(90, 10)).toEqual([255, 0, 0, 255])
  expect(onCanvas(70, 10)).toEqual(nothing)
})

test('a closed preview draws nothing of a picture that is gone', async () => {
  const scene = await sceneOf()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  preview.setScene(scene)
  preview.close()
  scene.picture?.close()
  // What a timer throws, this throws.
  vi.runAllTimers()
})
