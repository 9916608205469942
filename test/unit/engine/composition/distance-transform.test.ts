import { expect, test } from 'vitest'
import { distanceTransform } from '#engine/composition/distance-transform.ts'

const [width, height] = [37, 23]

/** A few pixels of a shape, by a fixed sequence of numbers. */
const shape = (count: number) => {
  const data = new Uint8ClampedArray(width * height)
  for (let i = 0; i < count; i++) data[(i * 7919 + 131) % data.length] = 200
  return { width, height, data }
}

test.each([1, 5, 40])('distances to %i pixels equal those of an exhaustive search', (count) => {
  const plane = shape(count)
  const reach = 12
  const found = distanceTransform(plane, 128, reach)
  for (let i = 0; i < found.length; i++) {
    let nearest = Number.POSITIVE_INFINITY
    for (let j = 0; j < found.length; j++)
      if (plane.data[j])
        nearest = Math.min(
          nearest,
          Math.hypot((i % width) - (j % width), Math.floor(i / width) - Math.floor(j / width)),
        )
    if (nearest <= reach) expect(found[i]).toBeCloseTo(nearest, 4)
    else expect(found[i]).toBeGreaterThanOrEqual(reach)
  }
})

test('without any pixel inside, all are far', () => {
  expect(Math.min(...distanceTransform(shape(0), 128, 9))).toBeGreaterThan(9)
})
