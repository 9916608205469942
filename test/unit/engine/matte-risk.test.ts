import { expect, test } from 'vitest'
import { knownOfFilling, matteRisk, weightOfRoom } from '#engine/matte-risk.ts'

/** A square subject in the middle of 96 x 96 pixels, whose border of `haze` pixels is half transparent. */
const square = (side: number, haze = 0, shift = 0) => {
  const data = new Float32Array(96 * 96)
  for (let y = 0; y < 96; y++) {
    for (let x = 0; x < 96; x++) {
      const out = Math.max(Math.abs(x - shift - 47.5), Math.abs(y - 47.5)) - side / 2
      data[y * 96 + x] = out < 0 ? 1 : out < haze ? 0.5 : 0
    }
  }
  return { width: 96, height: 96, data }
}
const nothing = { width: 96, height: 96, data: new Float32Array(96 * 96) }

test('a decided matte is of little risk, an empty one of much', () => {
  expect(matteRisk(square(48))).toBeLessThan(0.15)
  expect(matteRisk(nothing)).toBeGreaterThan(0.9)
  expect(matteRisk(nothing, square(48))).toBeGreaterThan(0.9)
})

test('the risk grows with haze, more for a small subject', () => {
  const risks = [0, 2, 4, 8].map((haze) => matteRisk(square(48, haze)))
  expect(risks).toEqual(risks.toSorted((a, b) => a - b))
  expect(new Set(risks).size).toBe(4)
  expect(matteRisk(square(16, 2))).toBeGreaterThan(matteRisk(square(48, 2)))
})

test('the risk of a decided matte grows where another pass disagrees', () => {
  const risks = [0, 6, 12, 24].map((shift) => matteRisk(square(24), square(24, 0, shift)))
  expect(risks).toEqual(risks.toSorted((a, b) => a - b))
  expect(risks[3]).toBeGreaterThan(5 * (risks[0] ?? 1))
})

test('an undecided matte may be of a subject that fills the picture', () => {
  const half = { ...nothing, data: nothing.data.map(() => 0.5) }
  expect([half, square(48), nothing].map(knownOfFilling)).toEqual(['nothing', undefined, undefined])
  // Of some haze it may be where that reaches an edge of the picture.
  expect([square(48, 16), square(48, 16, 10)].map(knownOfFilling)).toEqual([undefined, 'something'])
  // A small one does not fill it.
  expect(knownOfFilling(square(24, 10, 30))).toBeUndefined()
})

test('beside an empty matte, a look that selects everything has no weight', () => {
  const all = { ...nothing, data: nothing.data.map(() => 1) }
  expect([weightOfRoom('nothing', all), weightOfRoom('nothing', square(48))]).toEqual([0, 0.6])
  expect(weightOfRoom('something', all)).toBe(0.4)
})
