import { expect, test } from 'vitest'
import type { Gradient } from '#contract/composition.ts'
import { paintGradient } from '#engine/composition/gradient.ts'

const gradient = (change: Partial<Gradient> = {}): Gradient => ({
  kind: 'gradient',
  shape: 'linear',
  angle: 90,
  stops: [
    { color: '#000000', at: 0 },
    { color: '#ff8040', at: 1 },
  ],
  ...change,
})
const redAt = ({ width, data }: ReturnType<typeof paintGradient>, x: number, y: number) =>
  data[(y * width + x) * 4]

test('a linear gradient runs along its angle only', () => {
  const right = paintGradient({ width: 256, height: 3 }, gradient())
  for (const x of [0, 17, 100, 255]) {
    for (const y of [0, 1, 2]) expect(redAt(right, x, y)).toBeCloseTo(x + 0.5 - x / 255, -0.3)
  }
  const up = paintGradient({ width: 3, height: 256 }, gradient({ angle: 0 }))
  expect(redAt(up, 1, 255)).toBeLessThan(2)
  expect(redAt(up, 1, 0)).toBeGreaterThan(253)
  expect(paintGradient({ width: 9, height: 9 }, gradient({ angle: 360 }))).toEqual(
    paintGradient({ width: 9, height: 9 }, gradient({ angle: 0 })),
  )
})

test('a radial gradient begins in the middle and ends in the corners', () => {
  const made = paintGradient({ width: 201, height: 101 }, gradient({ shape: 'radial' }))
  expect(redAt(made, 100, 50)).toBe(0)
  for (const [x, y] of [
    [0, 0],
    [200, 0],
    [0, 100],
    [200, 100],
  ] as const)
    expect(redAt(made, x, y)).toBeGreaterThan(252)
})
