import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  canvasWindow,
  compositionLimits,
  compositionSchema,
  isNoComposition,
  noComposition,
} from '#contract/composition.ts'

const read = (value: unknown) => v.safeParse(compositionSchema, value)
const stops = [0, 1].map((at) => ({ color: '#a0b0c0', at }))
const gradient = { kind: 'gradient', shape: 'linear', angle: 90, stops }
const shadow = { angle: 135, distance: 0.02, softness: 0.01, opacity: 0.5, color: '#000000' }

test('a composition is plain data that survives JSON', () => {
  const contactShadow = { opacity: 0.5 }
  const outline = { width: compositionLimits.outline.max, color: '#ffffff' }
  for (const background of [
    null,
    gradient,
    { kind: 'original', blur: 0.02, saturation: 0 },
    { kind: 'picture', fit: 'cover' },
  ]) {
    const composition = { background, shadow, outline, contactShadow, placement: null, canvas: null }
    expect(read(JSON.parse(JSON.stringify(composition))).output).toEqual(composition)
  }
  expect(isNoComposition(noComposition)).toBe(true)
  expect(isNoComposition({ ...noComposition, shadow })).toBe(false)
})

test('a composition with nonsense is refused', () => {
  for (const wrong of [
    { background: { ...gradient, stops: stops.slice(1) } },
    { background: { ...gradient, stops: Array.from({ length: 9 }, () => stops[0]) } },
    { background: { ...gradient, angle: Number.NaN } },
    { background: { kind: 'original', blur: 1, saturation: 1 } },
    { background: { kind: 'hologram' } },
    { shadow: { ...shadow, color: 'url(x)' } },
    { shadow: { ...shadow, distance: -0.1 } },
    { contactShadow: { opacity: 1.5 } },
    { outline: { width: 0.2, color: '#ffffff' } },
  ])
    expect(read({ ...noComposition, ...wrong }).success).toBe(false)
  expect(read(null).success).toBe(false)
})

test('placements and canvases have bounds, and older compositions have neither', () => {
  const older = { background: null, shadow: null, outline: null }
  expect(read(older).output).toEqual(noComposition)
  const placement = { x: 0.5, y: -1, scale: 0.1, rotation: -180, flip: true }
  expect(read({ ...older, placement }).success).toBe(true)
  expect(isNoComposition({ ...noComposition, placement })).toBe(false)
  for (const wrong of [{ x: 1.1 }, { scale: 0 }, { rotation: 181 }, { flip: 1 }, { y: Number.NaN }])
    expect(read({ ...older, placement: { ...placement, ...wrong } }).success).toBe(false)
  expect(read({ ...older, canvas: { ratio: '1:1', fill: 0.85 } }).success).toBe(true)
  expect(read({ ...older, canvas: { ratio: '7:1', fill: 0.85 } }).success).toBe(false)
})

test('a canvas ends where the photo cuts its subject off', () => {
  const picture = { width: 1000, height: 800 }
  const canvas = { ratio: '1:1', fill: 0.8 } as const
  const free = canvasWindow(canvas, picture, { x: 300, y: 200, width: 200, height: 400 })
  expect(free).toEqual({ x: 150, y: 150, width: 500, height: 500 })
  const bust = canvasWindow(canvas, picture, { x: 300, y: 400, width: 200, height: 400 })
  expect(bust).toEqual({ x: 150, y: 300, width: 500, height: 500 })
  const atLeft = canvasWindow(canvas, picture, { x: 1, y: 200, width: 200, height: 400 })
  expect(atLeft).toEqual({ x: 1, y: 150, width: 500, height: 500 })
  // Cut off on both sides it fills the canvas from one to the other.
  const tall = canvasWindow(canvas, picture, { x: 300, y: 0, width: 200, height: 800 })
  expect(tall).toEqual({ x: 0, y: 0, width: 800, height: 800 })
})
