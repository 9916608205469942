import { expect, test } from 'vitest'
import { planProgram } from '#matting/kernel-program.ts'
import type { NetworkPlan, PlannedLayer } from '#matting/network-plan.ts'

const convolution = (from: PlannedLayer['from'], to: number): PlannedLayer => ({
  kind: 'convolution',
  from: from as readonly [number],
  to,
  dilation: 1,
  isCutAtZero: true,
  weights: 0,
  factors: 0,
})

/** A small U-Net: what its first half makes is read again in the second. */
const plan: NetworkPlan = {
  pictures: [
    { channels: 3, halvings: 0 },
    ...[1, 1, 2, 2, 2, 1, 1, 1].map((halvings) => ({ channels: 8, halvings })),
    { channels: 1, halvings: 1 },
  ],
  layers: [
    { kind: 'first', from: [0], to: 1, isCutAtZero: true, weights: 0 },
    convolution([1], 2),
    { kind: 'pool', from: [2], to: 3 },
    convolution([3], 4),
    convolution([4], 5),
    { kind: 'double', from: [5], to: 6 },
    convolution([6, 2], 7),
    { kind: 'sum', from: [7, 1], to: 8 },
    { kind: 'head', from: [8], to: 9, weights: 0 },
  ],
  matte: 9,
  features: [4],
}
const size = { width: 64, height: 32 }
const bytesOf = (picture: number): number => {
  const { channels = 0, halvings = 0 } = plan.pictures[picture] ?? {}
  return ((size.width * size.height) / 4 ** halvings) * channels * 4
}

test.each([
  ['the matte', [9]],
  ['the matte and features', [9, 4]],
])('for %s no picture lies on another that is still read', (_, wanted) => {
  const program = planProgram({ plan, size, wanted, weights: 0, start: 1024, threads: 2 })
  const lastRead = (picture: number) =>
    wanted.includes(picture)
      ? plan.layers.length
      : plan.layers.findLastIndex(({ from }) => (from as readonly number[]).includes(picture))
  for (const [at, { kind, from, to }] of plan.layers.entries()) {
    const living = [0, ...plan.layers.slice(0, at).map((layer) => layer.to)].filter(
      (picture) => lastRead(picture) >= at,
    )
    const kept = kind === 'sum' ? living.filter((picture) => !from.includes(picture as never)) : living
    for (const picture of kept) {
      const [mine, other] = [program.placeOf(to), program.placeOf(picture)]
      expect(mine + bytesOf(to) <= other || other + bytesOf(picture) <= mine).toBe(true)
    }
    expect(program.placeOf(to) + bytesOf(to)).toBeLessThanOrEqual(program.end)
  }
})

test('pictures that are not needed at a time share places', () => {
  const { end, placeOf } = planProgram({ plan, size, wanted: [9], weights: 0, start: 0, threads: 1 })
  const all = plan.pictures.reduce((sum, _, picture) => sum + bytesOf(picture), 0)
  expect(end - placeOf(0)).toBeLessThan(0.7 * all)
})
