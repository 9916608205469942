import { expect, test } from 'vitest'
import { composeFlow } from '#engine/motion/compose-flows.ts'
import { flowConfidence } from '#engine/motion/flow-confidence.ts'
import { toLuma, toLumaPyramid } from '#engine/motion/luma-pyramid.ts'
import { findFlow } from '#engine/motion/optical-flow.ts'
import { paintScene } from '#support/painted-rasters.ts'

const size = { width: 160, height: 96 }
const still = toLumaPyramid(toLuma(paintScene(size)))

const median = (values: Float32Array): number => values.toSorted()[values.length >> 1] ?? Number.NaN

test.each([{ shift: 0 }, { shift: 0.5 }, { shift: 3 }, { shift: 17 }])(
  'the flow of $shift px is exact within half a pixel',
  ({ shift }) => {
    const flow = findFlow(still, toLumaPyramid(toLuma(paintScene(size, { shift }))))
    expect(Math.abs(median(flow.dx) - shift)).toBeLessThan(0.5)
    expect(Math.abs(median(flow.dy))).toBeLessThan(0.5)
  },
)

test('the flow of a moving disc differs from that of its background', () => {
  const disc = { x: 60, y: 48, radius: 18 }
  const flow = findFlow(
    toLumaPyramid(toLuma(paintScene(size, { disc }))),
    toLumaPyramid(toLuma(paintScene(size, { disc: { ...disc, x: 66 } }))),
  )
  const at = (x: number, y: number) => flow.dx[y * size.width + x] ?? Number.NaN
  expect(Math.abs(at(60, 48) - 6)).toBeLessThan(1)
  expect(Math.abs(at(130, 20))).toBeLessThan(0.5)
})

test('a flash has no flow', () => {
  const flow = findFlow(still, toLumaPyramid(toLuma(paintScene(size, { light: 40 }))))
  expect(Math.max(...flow.dx.map(Math.abs))).toBeLessThan(1)
})

test('confidence is high where the flow returns, low at an uncovered background', () => {
  const disc = { x: 60, y: 48, radius: 18 }
  const before = toLumaPyramid(toLuma(paintScene(size, { disc })))
  const after = toLumaPyramid(toLuma(paintScene(size, { disc: { ...disc, x: 74 } })))
  const trust = flowConfidence(after[0], before[0], findFlow(after, before), findFlow(before, after))
  const at = (x: number, y: number) => trust.data[y * size.width + x]
  expect(at(130, 20)).toBeGreaterThan(0.8)
  expect(at(74, 48)).toBeGreaterThan(0.6)
  expect(at(46, 48)).toBeLessThan(0.5)
})

test.each([
  { width: 1, height: 1 },
  { width: 8, height: 8 },
  { width: 5, height: 90 },
])('the flow of $width x $height px is finite', (tiny) => {
  const flow = findFlow(
    toLumaPyramid(toLuma(paintScene(tiny))),
    toLumaPyramid(toLuma(paintScene(tiny, { shift: 1 }))),
  )
  expect(flow.dx).toHaveLength(tiny.width * tiny.height)
  expect(composeFlow(flow, flow).dx.every(Number.isFinite)).toBe(true)
})
