import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentsByDistance } from '#engine/clicks/graph-distance.ts'
import { segmentMeans, similaritiesTo, toSegmentGraph } from '#engine/clicks/segment-graph.ts'
import { segmentPicture } from '#engine/clicks/segment-picture.ts'
import { noise } from '#support/tiny-networks.ts'

const size = { width: 40, height: 30 }
const cells = size.width * size.height
const split = (valueAt: (x: number, y: number) => number) => {
  const plane = new Float32Array(cells).map((_, i) => valueAt(i % size.width, Math.floor(i / size.width)))
  const segments = segmentPicture(size, (a, b) => Math.abs((plane[a] ?? 0) - (plane[b] ?? 0)))
  const graph = toSegmentGraph(segments, {
    colors: [plane, plane, plane],
    featureEdges: new Float32Array(cells),
    maps: [],
  })
  return { plane, segments, graph }
}
const isLeft = (x: number) => Number(x < 17)

test('an even half of the picture is one segment', () => {
  const { segments, plane, graph } = split(isLeft)
  const means = segmentMeans(graph, plane)
  expect(segments.count).toBe(2)
  expect(means.every((mean) => mean < 1e-6 || mean > 1 - 1e-6)).toBe(true)
})

test('segments are connected, and none has fewer than eight cells', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (seed) => {
      const values = noise(cells, seed)
      const { segments, graph } = split((x, y) => values[y * size.width + x] ?? 0)
      for (let segment = 0; segment < segments.count; segment++) {
        const own = new Set(graph.cells.subarray(graph.starts[segment], graph.starts[segment + 1]))
        expect(own.size).toBeGreaterThanOrEqual(8)
        const [first = 0] = own
        const found = new Set([first])
        for (const cell of found) {
          const x = cell % size.width
          for (const near of [
            ...(x > 0 ? [cell - 1] : []),
            ...(x + 1 < size.width ? [cell + 1] : []),
            cell - size.width,
            cell + size.width,
          ])
            if (own.has(near)) found.add(near)
        }
        expect(found.size).toBe(own.size)
      }
    }),
    { numRuns: 20 },
  )
})

test('the nearest segments come first, and only over passable ones', () => {
  const { graph, segments } = split((x, y) => Math.floor(x / 5) * 0.5 + Math.floor(y / 5) * 0.25)
  const passable = new Uint8Array(segments.count).fill(1)
  const { order, distances } = segmentsByDistance(graph, 0, passable, { lengthOf: () => 1 })
  expect(order.length).toBe(segments.count)
  const along = Array.from(order, (segment) => distances[segment] ?? 0)
  expect(along).toEqual(along.toSorted((a, b) => a - b))
  const last = order.at(-1) ?? 0
  passable[last] = 0
  expect(segmentsByDistance(graph, 0, passable, { lengthOf: () => 1 }).order).not.toContain(last)
})

test('segments of the same features are alike, and of others less', () => {
  const { segments } = split(isLeft)
  const data = new Int8Array(cells * 2).map((_, i) => {
    const left = isLeft(Math.floor(i / 2) % size.width) === 1
    return (i % 2 === 0) === left ? 100 : 0
  })
  const map = { ...size, channels: 2, data, lengths: new Float32Array(cells).fill(100) }
  const plane = new Float32Array(cells)
  const graph = toSegmentGraph(segments, {
    colors: [plane, plane, plane],
    featureEdges: plane,
    maps: [map],
  })
  const similarities = similaritiesTo(graph, segments.labels[0] ?? 0)
  expect(similarities[segments.labels[1] ?? 0]).toBeCloseTo(1)
  expect(similarities[segments.labels[size.width - 1] ?? 0]).toBeCloseTo(0)
})

test('a bottleneck path is as long as its longest edge', () => {
  const { graph, segments } = split((x) => Math.floor(x / 10) * 0.25)
  const passable = new Uint8Array(segments.count).fill(1)
  const lengthOf = (_: unknown, to: number) => [0, 5, 2, 9][to] ?? 0
  const { distances } = segmentsByDistance(graph, 0, passable, { lengthOf, isBottleneck: true })
  expect([...distances]).toEqual([0, 5, 5, 9])
})
