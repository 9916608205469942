import { expect, test } from 'vitest'
import { makeCleanPlate } from '#engine/composition/clean-plate.ts'
import { paintOriginal } from '#engine/composition/original-background.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

const [width, height] = [600, 400]

/** A red disc of this radius on a colour that depends on the place. */
const discOn = (colorAt: (x: number, y: number) => readonly [number, number, number], radius = 120) => {
  const data = new Uint8ClampedArray(width * height * 4)
  const alpha = new Uint8ClampedArray(width * height)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const share = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x - 300, y - 200)))
    const under = colorAt(x, y)
    const over = [255, 0, 0] as const
    data.set([...under.map((value, c) => value * (1 - share) + (over[c] ?? 0) * share), 255], i * 4)
    alpha[i] = share * 255
  }
  const photo: Raster = { width, height, data }
  const mask: AlphaMask8 = { width, height, data: alpha }
  return { photo, mask }
}

const isEverywhere = ({ data }: Raster, color: readonly number[], tolerance = 0) => {
  for (let at = 0; at < data.length; at++) {
    const wanted = at % 4 === 3 ? 255 : (color[at % 4] ?? 0)
    if (Math.abs((data[at] ?? 0) - wanted) > tolerance) return `${data[at]} at ${at}, not ${wanted}`
  }
  return true
}

test('the place of a subject on one colour takes exactly that colour', () => {
  const { photo, mask } = discOn(() => [40, 90, 160])
  expect(isEverywhere(makeCleanPlate(photo, mask), [40, 90, 160])).toBe(true)
})

test('a photo that is all subject stays as it is', () => {
  const { photo } = discOn(() => [1, 2, 3])
  const mask = { width, height, data: new Uint8ClampedArray(width * height).fill(255) }
  expect(Buffer.compare(Buffer.from(makeCleanPlate(photo, mask).data), Buffer.from(photo.data))).toBe(0)
})

test('a blurred original has no halo of its subject', () => {
  const { photo, mask } = discOn(() => [40, 90, 160])
  for (const sigma of [0, 1.5, 6, 24, 60])
    expect(isEverywhere(paintOriginal(photo, mask, { sigma, saturation: 1 }), [40, 90, 160])).toBe(true)
})

test('saturation 0 makes every pixel grey and changes no grey one', () => {
  const { photo, mask } = discOn((x) => [x % 256, x % 256, x % 256], -1)
  const grey = paintOriginal(photo, mask, { sigma: 0, saturation: 0 })
  expect(Buffer.compare(Buffer.from(grey.data), Buffer.from(photo.data))).toBe(0)
  const colored = discOn((x, y) => [x % 256, y % 256, 77], -1)
  const { data } = paintOriginal(colored.photo, colored.mask, { sigma: 0, saturation: 0 })
  for (let at = 0; at < data.length; at += 4 * 997) expect(new Set(data.subarray(at, at + 3)).size).toBe(1)
})
