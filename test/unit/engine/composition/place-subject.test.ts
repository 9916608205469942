import { expect, test } from 'vitest'
import { type Box, wholeBox } from '#base/geometry.ts'
import { noPlacement, type Placement } from '#contract/composition.ts'
import { mirror, placeSubject } from '#engine/composition/place-subject.ts'
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

const mean = (raster: Raster, channel: number) => {
  let [sum, weight] = [0, 0]
  for (let at = 0; at < raster.data.length; at += 4) {
    const alpha = raster.data[at + 3] ?? 0
    sum += (raster.data[at + channel] ?? 0) * alpha
    weight += alpha
  }
  return { value: sum / weight, weight: weight / 255 }
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

test('a subject that is flipped twice is as before', () => {
  expect(mirror(mirror(cutout)).data).toEqual(cutout.data)
  const once = place({ flip: true })
  expect(once.data).not.toEqual(cutout.data)
  expect(place({ flip: true }, once).data).toEqual(cutout.data)
})

test('half a turn twice is no turn, and keeps every colour', () => {
  const once = place({ rotation: 180 })
  expect(once.data).not.toEqual(cutout.data)
  expect(place({ rotation: -180 }, once).data).toEqual(cutout.data)
})

test('a turned or scaled subject keeps its area and its colours', () => {
  const [red, green] = [mean(cutout, 0), mean(cutout, 1)]
  for (const rotation of [10, -37, 90]) {
    const turned = place({ rotation })
    expect(mean(turned, 0).weight).toBeGreaterThan(red.weight * 0.985)
    expect(mean(turned, 0).weight).toBeLessThan(red.weight * 1.015)
    expect(Math.abs(mean(turned, 0).value - red.value)).toBeLessThan(2)
    expect(Math.abs(mean(turned, 1).value - green.value)).toBeLessThan(2)
    // Blue is the same everywhere: no black of transparent pixels is mixed in.
    for (let at = 0; at < turned.data.length; at += 4)
      if ((turned.data[at + 3] ?? 0) > 8) expect(Math.abs((turned.data[at + 2] ?? 0) - 90)).toBeLessThan(3)
  }
  const half = place({ scale: 0.5 })
  expect(Math.abs(mean(half, 0).weight - red.weight / 4)).toBeLessThan(red.weight * 0.02)
})

test('a crop shows a moved subject that lay outside of it', () => {
  const window = { x: 50, y: 10, width: 40, height: 40 }
  const placed = placeSubject(cutout, { box, window, size: window }, { ...noPlacement, x: 0.75 })
  const at = (20 * 40 + (25 - 20)) * 4
  // 25, 30 of the source is at 5, 20 of the result after 30 pixels to the right.
  expect([...placed.data.subarray(at, at + 4)]).toEqual([
    ...cutout.data.subarray((30 * 90 + 25) * 4, (30 * 90 + 25) * 4 + 4),
  ])
})
