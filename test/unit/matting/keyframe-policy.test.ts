import { expect, test } from 'vitest'
import { levels } from '#contract/image-options.ts'
import { keyframePolicy } from '#matting/keyframe-policy.ts'
import { twoNetworkPasses } from '#support/pass-table.ts'

/** The cost of a pass on a CPU, relative to the large one. */
const costOf = (sidePx: number): number => (sidePx === 1024 ? 1 : 0.1)

test.each([
  ['balanced', 14],
  ['fast', 45],
] as const)('%s on a processor spends at most a %dth of a large pass on a frame', (level, times) => {
  const { fullPass, cropPass, cropInterval, refreshInterval } = keyframePolicy(
    level,
    'wasm',
    twoNetworkPasses,
  )
  const looks = refreshInterval / cropInterval
  const cost = costOf(fullPass.width) + (looks - 1) * costOf(cropPass?.width ?? 0)
  expect(cost / refreshInterval).toBeLessThan(1 / times)
})

test('a GPU runs more passes, all full and of the fp16 network', () => {
  for (const level of levels) {
    const { fullPass, cropPass, fullInterval } = keyframePolicy(level, 'webgpu', twoNetworkPasses)
    expect([fullPass.network, cropPass]).toEqual(['isnet-fp16', undefined])
    expect(fullInterval).toBeLessThanOrEqual(4)
  }
})
