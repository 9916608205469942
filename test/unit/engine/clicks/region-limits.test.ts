import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyClicks, clickRegion } from '#engine/clicks/apply-clicks.ts'
import type { Click } from '#engine/clicks/click-grid.ts'
import { regionLimit } from '#engine/clicks/region-limits.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { noise } from '#support/tiny-networks.ts'

const size = { width: 64, height: 48 }
const pixels = size.width * size.height

const each = (valueAt: (x: number, y: number) => number): number[] =>
  Array.from({ length: pixels }, (_, i) => valueAt(i % size.width, Math.floor(i / size.width)))

/** Two greys, one above the other: nothing in the picture is like the subject. */
const twoGreys = (seed: number): Raster => {
  const grain = noise(pixels, seed + 1)
  return {
    ...size,
    data: Uint8ClampedArray.from(
      [...grain].flatMap((value, i) => {
        const grey = (i < pixels / 2 ? 90 : 160) + 3 * value
        return [grey, grey, grey, 255]
      }),
    ),
  }
}

/** A subject of 0.3 to 0.7 of the picture, on the left. */
const scenes = fc.record({ seed: fc.nat(1e6), share: fc.double({ min: 0.3, max: 0.7, noNaN: true }) })
const sceneOf = ({ seed, share }: { seed: number; share: number }) => ({
  picture: twoGreys(seed),
  matte: { ...size, data: Float32Array.from(each((x) => Number(x < share * size.width))) },
  features: null,
})
const place = fc.double({ min: 0, max: 0.999, noNaN: true })
const click: fc.Arbitrary<Click> = fc.record({
  x: place,
  y: place,
  mode: fc.constantFrom('keep' as const, 'remove' as const),
})

const isSubject = ({ data }: AlphaMaskF32, i: number) => (data[i] ?? 0) >= 0.5

test('a first click never takes nearly all of subject or ground', () => {
  fc.assert(
    fc.property(scenes, click, (drawn, only) => {
      const scene = sceneOf(drawn)
      const { data } = clickRegion({ ...scene, clicks: [] }, only)
      const wanted = only.mode === 'keep'
      let turned = 0
      let all = 0
      for (let i = 0; i < pixels; i++) {
        if (isSubject(scene.matte, i) === wanted) continue
        all++
        turned += data[i] ?? 0
      }
      // The cells around the click are taken whatever they are.
      expect(turned).toBeLessThanOrEqual(0.9 * all + 9)
    }),
    { numRuns: 40 },
  )
})

test('a later click may take more of an even region only', () => {
  // A subject of 100 cells on 10 rows.
  const grid = { width: 20, height: 10, alpha: Float32Array.from({ length: 200 }, (_, i) => Number(i < 100)) }
  const isAllowed = regionLimit(grid, false, true)
  const regionOf = (size: number, isEven: boolean) => ({
    order: Uint32Array.from({ length: 100 }, (_, i) => i),
    size,
    reach: 2,
    isEven,
    isOpenEnded: false,
    traits: new Float32Array(),
  })
  expect([25, 26].map((size) => isAllowed(regionOf(size, false)))).toEqual([true, false])
  expect([50, 51].map((size) => isAllowed(regionOf(size, true)))).toEqual([true, false])
})

test('a click adds little to a small subject', () => {
  // A subject of 20 cells among 180 of ground, where a quarter of the ground would be 45.
  const grid = { width: 20, height: 10, alpha: Float32Array.from({ length: 200 }, (_, i) => Number(i < 20)) }
  const order = Uint32Array.from({ length: 100 }, (_, i) => i + 20)
  const regionOf = (size: number, isOpenEnded: boolean) => ({
    order,
    size,
    reach: 2,
    isEven: false,
    isOpenEnded,
    traits: new Float32Array(),
  })
  const isAllowed = (isLater: boolean, isOpenEnded: boolean, sizes: readonly number[]) =>
    sizes.map((size) => regionLimit(grid, false, isLater)(regionOf(size, isOpenEnded)))
  expect(isAllowed(true, false, [10, 11])).toEqual([true, false])
  expect(isAllowed(false, false, [10, 11, 21])).toEqual([true, true, true])
  // Where nothing tells the outline of the region, a first click at most doubles the subject.
  expect(isAllowed(false, true, [20, 21])).toEqual([true, false])
})

test('a later click spares cells nearer to an earlier opposite one', () => {
  fc.assert(
    fc.property(scenes, click, click, (drawn, first, second) => {
      const scene = sceneOf(drawn)
      const later: Click = { ...second, mode: first.mode === 'keep' ? 'remove' : 'keep' }
      const apart = (one: Click, i: number) =>
        Math.hypot(
          (i % size.width) - Math.floor(one.x * size.width),
          Math.floor(i / size.width) - Math.floor(one.y * size.height),
        )
      // Beside each other, the later one takes the earlier one back.
      fc.pre(Math.hypot((first.x - later.x) * size.width, (first.y - later.y) * size.height) > 8)
      const decided = clickRegion({ ...scene, clicks: [] }, first).data
      const before = applyClicks({ ...scene, clicks: [first] })
      const after = applyClicks({ ...scene, clicks: [first, later] })
      for (let i = 0; i < pixels; i++) {
        // Borders of regions are soft by a cell or two.
        if (decided[i] !== 1 || apart(first, i) + 3 > apart(later, i)) continue
        if (isSubject(before, i) !== (first.mode === 'keep')) continue
        expect(isSubject(after, i)).toBe(first.mode === 'keep')
      }
    }),
    { numRuns: 40 },
  )
})
