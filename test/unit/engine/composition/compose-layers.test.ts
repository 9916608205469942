import { expect, test } from 'vitest'
import { compose } from '#engine/compose.ts'
import { composeLayers, type ShapeLayer } from '#engine/composition/compose-layers.ts'
import { paintGradient } from '#engine/composition/gradient.ts'
import { placePicture } from '#engine/composition/place-picture.ts'
import type { Raster } from '#engine/raster.ts'

/** Every alpha from 0 to 255 with some colours. */
const subject: Raster = {
  width: 256,
  height: 4,
  data: Uint8ClampedArray.from({ length: 256 * 4 * 4 }, (_, i) => {
    const pixel = i >> 2
    return i % 4 === 3 ? pixel % 256 : (pixel * 37 + (i % 4) * 91) % 256
  }),
}
const rasterOf = (picture: ReturnType<typeof composeLayers>) => {
  if (picture.kind !== 'colour') throw new Error('not a colour picture')
  return picture.raster
}
const shape = (alpha: number, opacity = 1): ShapeLayer => ({
  kind: 'shadow',
  alpha: { width: 256, height: 4, data: new Uint8ClampedArray(1024).fill(alpha) },
  color: { r: 0, g: 0, b: 0 },
  opacity,
})
const pixel = ({ data }: Raster, i: number) => [...data.subarray(i * 4, i * 4 + 4)]

test('a background of one colour equals that of the API', () => {
  const color = { r: 10, g: 200, b: 255 }
  const stops = [0, 1].map((at) => ({ color: '#0ac8ff', at }))
  const background = paintGradient(subject, { kind: 'gradient', shape: 'linear', angle: 45, stops })
  const composed = composeLayers(subject, { color: null, background, shapes: [] })
  expect(composed).toEqual(compose(subject, { kind: 'backdrop', color }))
  expect(composeLayers(subject, { color, background: null, shapes: [] })).toEqual(composed)
})

test('without layers the subject keeps alpha and colour', () => {
  const made = rasterOf(composeLayers(subject, { color: null, background: null, shapes: [] }))
  for (let i = 0; i < 1024; i++) {
    if (pixel(subject, i)[3] === 0) expect(pixel(made, i)).toEqual([0, 0, 0, 0])
    else expect(pixel(made, i)).toEqual(pixel(subject, i))
  }
})

test('a shadow never changes an opaque pixel of the subject', () => {
  const made = rasterOf(composeLayers(subject, { color: null, background: null, shapes: [shape(255)] }))
  for (let i = 255; i < 1024; i += 256) expect(pixel(made, i)).toEqual(pixel(subject, i))
})

test('a picture covers an area, or is shown whole in its middle', () => {
  const picture: Raster = { width: 40, height: 20, data: new Uint8ClampedArray(40 * 20 * 4).fill(255) }
  for (const size of [
    { width: 33, height: 77 },
    { width: 400, height: 100 },
    { width: 7, height: 3 },
  ]) {
    expect(
      placePicture(picture, size, { kind: 'picture', fit: 'cover' }).data.every((value) => value === 255),
    ).toBe(true)
    const { data } = placePicture(picture, size, { kind: 'picture', fit: 'contain' })
    const clear = data.filter((value, i) => i % 4 === 3 && value < 128).length
    const scale = Math.min(size.width / 40, size.height / 20)
    const wanted = size.width * size.height - 40 * 20 * scale * scale
    expect(Math.abs(clear - wanted)).toBeLessThanOrEqual(Math.max(size.width, size.height))
  }
})

test('a background picture is scaled about the middle, and moved', () => {
  // A white pixel in the middle of black.
  const data = new Uint8ClampedArray(41 * 21 * 4).map((_, i) => (i % 4 === 3 ? 255 : 0))
  data.fill(255, (10 * 41 + 20) * 4, (10 * 41 + 21) * 4)
  const picture: Raster = { width: 41, height: 21, data }
  const brightest = (more: { scale?: number; x?: number; y?: number }) => {
    const placed = placePicture(
      picture,
      { width: 41, height: 21 },
      { kind: 'picture', fit: 'cover', ...more },
    )
    const reds = Array.from({ length: 41 * 21 }, (_, i) => placed.data[i * 4] ?? 0)
    const at = reds.indexOf(Math.max(...reds))
    return [at % 41, Math.floor(at / 41)]
  }
  expect(brightest({})).toEqual([20, 10])
  expect(brightest({ scale: 3 })).toEqual([20, 10])
  expect(brightest({ x: 5 / 21, y: -4 / 21 })).toEqual([25, 6])
  expect(brightest({ scale: 2, x: -5 / 21 })).toEqual([15, 10])
})
