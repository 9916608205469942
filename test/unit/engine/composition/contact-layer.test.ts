import { expect, test } from 'vitest'
import { noPlacement } from '#contract/composition.ts'
import { contactLayer, shadowPhoto } from '#engine/composition/contact-layer.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

const size = { width: 320, height: 240 }
const whole = { x: 0, y: 0, width: 1, height: 1 }
/** The subject: a box that stands at the left; its shadow lies to its right. */
const subject = { x: 0.2, y: 0.3, width: 0.2, height: 0.4 }
const isIn = ({ x, y, width, height }: typeof subject, u: number, v: number) =>
  u >= x && u < x + width && v >= y && v < y + height
const shadow = { x: 0.4, y: 0.58, width: 0.12, height: 0.12 }

const photo: Raster = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4).fill(255) }
const alpha: AlphaMask8 = { ...size, data: new Uint8ClampedArray(size.width * size.height) }
for (let i = 0; i < alpha.data.length; i++) {
  const [u, v] = [((i % size.width) + 0.5) / size.width, (Math.floor(i / size.width) + 0.5) / size.height]
  if (isIn(subject, u, v)) alpha.data[i] = 255
  photo.data.fill(isIn(subject, u, v) ? 90 : isIn(shadow, u, v) ? 120 : 200, i * 4, i * 4 + 3)
}
const layer = (view: Partial<Parameters<typeof contactLayer>[2]>) =>
  contactLayer(shadowPhoto(photo), alpha, { window: whole, size, placed: null, ...view })
/** The alpha at a place in fractions of the layer, as a share. */
const at = ({ width, height, data }: AlphaMask8, u: number, v: number) =>
  (data[Math.floor(v * height) * width + Math.floor(u * width)] ?? 0) / 255

test('the layer has the strength of the photographed shadow', () => {
  const found = layer({})
  expect(at(found, 0.46, 0.64)).toBeGreaterThan(0.33)
  expect(at(found, 0.46, 0.64)).toBeLessThan(0.47)
  expect(at(found, 0.1, 0.64)).toBe(0)
  expect(at(found, 0.8, 0.64)).toBe(0)
})

test('a part of the photo shows that part of the shadow', () => {
  const found = layer({
    window: { x: 0.4, y: 0.5, width: 0.2, height: 0.25 },
    size: { width: 100, height: 90 },
  })
  expect(found).toMatchObject({ width: 100, height: 90 })
  expect(at(found, 0.3, 0.56)).toBeCloseTo(at(layer({}), 0.46, 0.64), 1)
})

test('the shadow moves with the placed subject', () => {
  const placed = { box: subject, placement: { ...noPlacement, x: 0.4, y: -0.1 } }
  // Lengths of a placement are shares of the shorter side.
  const moved = layer({ placed })
  expect(at(moved, 0.46 + 0.4 * 0.75, 0.64 - 0.1)).toBeCloseTo(at(layer({}), 0.46, 0.64), 1)
  expect(at(moved, 0.46, 0.64)).toBeLessThan(0.02)
  const mirrored = layer({ placed: { box: subject, placement: { ...noPlacement, flip: true } } })
  expect(at(mirrored, 0.14, 0.64)).toBeCloseTo(at(layer({}), 0.46, 0.64), 1)
})
