import type { SegmentEdge, SegmentGraph } from './segment-graph.ts'

/** Measures the length of a path over segments. */
export type PathMeasure = {
  /** Length of an edge towards the segment `to`; above 0. */
  readonly lengthOf: (edge: SegmentEdge, to: number) => number
  /** Whether a path's length is its longest edge instead of the sum. */
  readonly isBottleneck?: boolean
}

/**
 * The segments reachable from `seed` over those with `passable` 1, nearest first, with their distances along shortest
 * paths, which avoid edges (Bai & Sapiro, _A Geodesic Framework for Fast Interactive Image and Video Segmentation and
 * Matting_, ICCV 2007). By Dijkstra's algorithm.
 */
export function segmentsByDistance(
  { edges, edgesOf, segments }: SegmentGraph,
  seed: number,
  passable: Uint8Array,
  { lengthOf, isBottleneck = false }: PathMeasure,
): { readonly order: Int32Array; readonly distances: Float32Array } {
  const distances = new Float32Array(segments.count).fill(Number.POSITIVE_INFINITY)
  const isDone = new Uint8Array(segments.count)
  const order = new Int32Array(segments.count)
  const heap = createHeap()
  let reached = 0
  distances[seed] = 0
  heap.push(seed, 0)
  for (let next = heap.pop(); next >= 0; next = heap.pop()) {
    if (isDone[next] === 1) continue
    isDone[next] = 1
    order[reached++] = next
    for (const number of edgesOf[next]) {
      const edge = edges[number]
      const to = edge.one === next ? edge.other : edge.one
      if (passable[to] === 0 || isDone[to] === 1) continue
      const distance = Math.fround(
        isBottleneck ? Math.max(distances[next], lengthOf(edge, to)) : distances[next] + lengthOf(edge, to),
      )
      if (distance >= distances[to]) continue
      distances[to] = distance
      heap.push(to, distance)
    }
  }
  return { order: order.subarray(0, reached), distances }
}

/** A binary heap, smallest key first; `pop` returns -1 if empty. */
function createHeap() {
  const items: number[] = []
  const keys: number[] = []
  const swap = (a: number, b: number) => {
    ;[items[a], items[b]] = [items[b], items[a]]
    ;[keys[a], keys[b]] = [keys[b], keys[a]]
  }
  return {
    push: (item: number, key: number): void => {
      items.push(item)
      keys.push(key)
      for (let at = items.length - 1; at > 0; ) {
        const above = (at - 1) >> 1
        if (keys[above] <= keys[at]) break
        swap(at, above)
        at = above
      }
    },
    pop: (): number => {
      if (items.length === 0) return -1
      swap(0, items.length - 1)
      const item = items.pop() ?? -1
      keys.pop()
      for (let at = 0; ; ) {
        let least = at
        for (const below of [2 * at + 1, 2 * at + 2]) {
          if (below < items.length && keys[below] < keys[least]) least = below
        }
        if (least === at) break
        swap(at, least)
        at = least
      }
      return item
    },
  }
}
