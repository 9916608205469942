import { expect, test } from 'vitest'
import { type Box, wholeBox } from '#base/geometry.ts'
import { noPlacement, type Placement } from '#contract/composition.ts'
import { placeSubject } from '#engine/composition/place-subject.ts'
import type { Raster } from '#engine/raster.ts'

const size = { width: 90, height: 70 }
const box: Box = { x: 20, y: 10, width: 31, height: 21 }

/** A subject of many colours, with a soft edge, on nothing. */
const cutout = ((): Raster => {
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) {
      const rim = Math.min(x - box.x, y - box.y, box.x + box.width - 1 - x, box.y + box.height - 1 - y)
      data.set([(x * 7) % 256, (y * 11) % 256, 90, rim === 0 ? 120 : 255], (y * size.width + x) * 4)
    }
  return { ...size, data }
})()

const place = (part: Partial<Placement>, raster = cutout) =>
  placeSubject(raster, { box, window: wholeBox(size), size }, { ...noPlacement, ...part })

const shifted = (raster: Raster, dx: number, dy: number) => {
  const data = new Uint8ClampedArray(raster.data.length)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const [fromX, fromY] = [x - dx, y - dy]
      if (fromX < 0 || fromY < 0 || fromX >= size.width || fromY >= size.height) continue
      const from = (fromY * size.width + fromX) * 4
      data.set(raster.data.subarray(from, from + 4), (y * size.width + x) * 4)
    }
  return data
}

test('a subject that stays is the same bit for bit', () => {
  expect(place({}).data).toEqual(cutout.data)
})

test('a moved subject has the same pixels at another place', () => {
  for (const [dx, dy] of [
    [7, -3],
    [-30, 0],
    [60, 50],
  ] as const)
    expect(place({ x: dx / 70, y: dy / 70 }).data).toEqual(shifted(cutout, dx, dy))
  expect(place({ x: 1, y: 1 }).data.every((value) => value === 0)).toBe(true)
})

test('half a turn twice is no turn, and keeps every colour', () => {
  const once = place({ rotation: 180 })
  expect(once.data).not.toEqual(cutout.data)
  expect(place({ rotation: -180 }, once).data).toEqual(cutout.data)
})
