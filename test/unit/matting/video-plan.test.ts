import { expect, test } from 'vitest'
import { levels } from '#contract/image-options.ts'
import { planVideoMatting } from '#matting/video-plan.ts'

/** What a look costs beside the large pass on a processor. */
const costOf = (sidePx: number): number => (sidePx === 1024 ? 1 : 0.2)

test.each([
  ['balanced', 10],
  ['fast', 25],
] as const)('%s on a processor spends at most a %dth of a large pass on a frame', (level, times) => {
  const { whole, close, closeEvery, lookAroundEvery } = planVideoMatting(level, 'wasm')
  const looks = lookAroundEvery / closeEvery
  const cost = costOf(whole.sidePx) + (looks - 1) * costOf(close?.sidePx ?? 0)
  expect(cost / lookAroundEvery).toBeLessThan(1 / times)
})

test('a GPU looks at more frames, and always with the large network', () => {
  for (const level of levels) {
    const { whole, close, wholeEvery } = planVideoMatting(level, 'webgpu')
    expect([whole.network, close]).toEqual(['large', undefined])
    expect(wholeEvery).toBeLessThanOrEqual(4)
  }
})
