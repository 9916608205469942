import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PixelRuns, pixelRuns, widenRuns } from '#engine/edits/pixel-runs.ts'

const size = { width: 17, height: 9 }
const masks = fc
  .array(fc.constantFrom(0, 0, 1), {
    minLength: size.width * size.height,
    maxLength: size.width * size.height,
  })
  .map((values) => Uint8Array.from(values))

const maskOf = ({ first, from, until }: PixelRuns): Uint8Array => {
  const mask = new Uint8Array(size.width * size.height)
  for (let y = 0; y < size.height; y++)
    for (let run = first[y] ?? 0; run < (first[y + 1] ?? 0); run++)
      for (let x = from[run] ?? 0; x < (until[run] ?? 0); x++)
        mask[y * size.width + x] = 1 + (mask[y * size.width + x] ?? 0)
  return mask
}

test('runs hold each pixel of a mask once', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      expect(maskOf(pixelRuns(mask, size))).toEqual(mask)
    }),
  )
})

test('widened runs hold the eight neighbours of each pixel too', () => {
  const isSet = (mask: Uint8Array, x: number, y: number) =>
    x >= 0 && y >= 0 && x < size.width && y < size.height && mask[y * size.width + x] === 1
  fc.assert(
    fc.property(masks, (mask) => {
      const near = mask.map((_, i) => {
        const [x, y] = [i % size.width, Math.floor(i / size.width)]
        return Number([-1, 0, 1].some((v) => [-1, 0, 1].some((u) => isSet(mask, x + u, y + v))))
      })
      expect(maskOf(widenRuns(pixelRuns(mask, size), size))).toEqual(near)
    }),
  )
})
