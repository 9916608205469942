import { expect, test } from 'vitest'
import { createPlatePainter, plateMargin } from '#studio/composition/plate-canvas.tsx'

const canvasOf = (width: number, height: number, paint: (context: CanvasRenderingContext2D) => void) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context) paint(context)
  return canvas
}

/** Green, with a red disc in the middle. */
const picture = canvasOf(400, 200, (context) => {
  context.fillStyle = 'rgb(30 160 60)'
  context.fillRect(0, 0, 400, 200)
  context.fillStyle = 'rgb(220 20 20)'
  context.arc(200, 100, 60, 0, 7)
  context.fill()
})
const subject = canvasOf(400, 200, (context) => {
  context.arc(200, 100, 60, 0, 7)
  context.fill()
})

const whole = { x: 0, y: 0, width: 1, height: 1 }

test.each([false, true])('a plate has no trace of the subject, sharp: %s', (isSharp) => {
  const canvas = document.createElement('canvas')
  createPlatePainter().paint(canvas, picture, subject, isSharp, plateMargin(whole))
  const { width, height } = canvas
  expect(width / height).toBeCloseTo(2, 1)
  // A fifth of the picture is repeated on each side.
  expect(width).toBe(isSharp ? 560 : 224)
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] }
  let furthest = 0
  for (let at = 0; at < data.length; at++)
    furthest = Math.max(furthest, Math.abs((data[at] ?? 0) - ([30, 160, 60, 255][at % 4] ?? 0)))
  // A canvas keeps colours times alpha in 8 bits. Red would be 190 away.
  expect(furthest).toBeLessThan(16)
})

test('a plate reaches past its picture as far as a canvas does', () => {
  // The canvas is as wide as the picture, and three times as high.
  const margin = plateMargin({ x: 0, y: 1 / 3, width: 1, height: 1 / 3 })
  expect(margin).toBeCloseTo(1.2, 5)
  const canvas = document.createElement('canvas')
  createPlatePainter().paint(canvas, picture, subject, false, margin)
  expect(canvas.width).toBe(160 * 3.4)
})

test('a subject that fills the picture still leaves an opaque plate', () => {
  const canvas = document.createElement('canvas')
  const everything = canvasOf(40, 20, (context) => context.fillRect(0, 0, 40, 18))
  createPlatePainter().paint(canvas, picture, everything, false, plateMargin(whole))
  const { width, height } = canvas
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] }
  expect(Math.min(...Array.from(data).filter((_, at) => at % 4 === 3))).toBe(255)
})
