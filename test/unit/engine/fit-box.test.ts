import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeBox } from '#engine/box.ts'
import { fitBox } from '#engine/fit-box.ts'

const side = fc.integer({ min: 1, max: 6000 })
const size = fc.record({ width: side, height: side })

test('D-16: contain is the largest size that fits, enlarged if need be', () => {
  expect(fitBox({ width: 400, height: 300 }, { width: 200, height: 200 }, 'contain').size).toEqual({
    width: 200,
    height: 150,
  })
  expect(fitBox({ width: 40, height: 30 }, { width: 200, height: 200 }, 'contain').size).toEqual({
    width: 200,
    height: 150,
  })
})

test('D-16: scale-down is contain, never enlarged', () => {
  expect(fitBox({ width: 400, height: 300 }, { width: 200, height: 200 }, 'scale-down').size).toEqual({
    width: 200,
    height: 150,
  })
  expect(fitBox({ width: 40, height: 30 }, { width: 200, height: 200 }, 'scale-down').size).toEqual({
    width: 40,
    height: 30,
  })
})

test('D-16: cover fills the frame and cuts around the centre', () => {
  expect(fitBox({ width: 400, height: 300 }, { width: 100, height: 100 }, 'cover')).toEqual({
    size: { width: 100, height: 100 },
    window: { x: 50, y: 0, width: 300, height: 300 },
  })
})

test('D-16: with one side given the other follows from the aspect, whatever the fit', () => {
  for (const fit of ['contain', 'cover'] as const) {
    expect(fitBox({ width: 400, height: 300 }, { width: 800 }, fit).size).toEqual({ width: 800, height: 600 })
    expect(fitBox({ width: 400, height: 300 }, { height: 30 }, fit).size).toEqual({ width: 40, height: 30 })
  }
  expect(fitBox({ width: 400, height: 300 }, { width: 800 }, 'scale-down').size).toEqual({
    width: 400,
    height: 300,
  })
})

test('D-16: fit without a side changes nothing', () => {
  const source = { width: 7, height: 5 }
  expect(fitBox(source, {}, 'cover')).toEqual({ size: source, window: wholeBox(source) })
})

test('D-16: contain stays in the frame, touches it, and keeps the aspect within a pixel', () => {
  fc.assert(
    fc.property(size, size, (source, frame) => {
      const out = fitBox(source, frame, 'contain').size
      expect(out.width).toBeLessThanOrEqual(frame.width)
      expect(out.height).toBeLessThanOrEqual(frame.height)
      expect(out.width === frame.width || out.height === frame.height).toBe(true)
      const scale = Math.min(frame.width / source.width, frame.height / source.height)
      expect(Math.abs(out.width - source.width * scale)).toBeLessThan(1)
      expect(Math.abs(out.height - source.height * scale)).toBeLessThan(1)
    }),
  )
})

test('D-16: cover is exactly the frame, of a centred part of its aspect that touches two edges', () => {
  fc.assert(
    fc.property(size, size, (source, frame) => {
      const { size: out, window } = fitBox(source, frame, 'cover')
      expect(out).toEqual(frame)
      expect(window.width / window.height).toBeCloseTo(frame.width / frame.height, 6)
      expect(window.x).toBeGreaterThanOrEqual(0)
      expect(window.y).toBeGreaterThanOrEqual(0)
      expect(window.x * 2 + window.width).toBeCloseTo(source.width, 6)
      expect(window.y * 2 + window.height).toBeCloseTo(source.height, 6)
      expect(window.width === source.width || window.height === source.height).toBe(true)
    }),
  )
})
