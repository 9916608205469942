import { expect, test } from 'vitest'
import { maxProposals, type ProposalScene, proposeCutouts } from '#engine/proposals/propose-cutouts.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'

const size = { width: 96, height: 64 }
const pixels = size.width * size.height

const plane = <T>(valueAt: (x: number, y: number) => T): T[] =>
  Array.from({ length: pixels }, (_, i) => valueAt(i % size.width, Math.floor(i / size.width)))
const isInSquare = (left: number) => (x: number, y: number) => y >= 20 && y < 44 && x >= left && x < left + 24
const isRed = isInSquare(12)
const isBlue = isInSquare(60)
const matteOf = (alphaAt: (x: number, y: number) => number | boolean): AlphaMaskF32 => ({
  ...size,
  data: Float32Array.from(plane((x, y) => Number(alphaAt(x, y)))),
})
/** Grey ground with a red square on the left and a blue one on the right. */
const picture: Raster = {
  ...size,
  data: Uint8ClampedArray.from(
    plane((x, y) => [
      ...(isRed(x, y) ? [200, 30, 30] : isBlue(x, y) ? [30, 30, 200] : [128, 128, 128]),
      255,
    ]).flat(),
  ),
}
const red = matteOf(isRed)
const blue = matteOf(isBlue)
const both = matteOf((x, y) => isRed(x, y) || isBlue(x, y))

const proposals = (scene: Omit<ProposalScene, 'picture' | 'features'>) =>
  proposeCutouts({ picture, features: null, ...scene }).map(({ matte }) => matte)

const overlap = (one: AlphaMaskF32, other: AlphaMaskF32): number => {
  let [shared, either] = [0, 0]
  for (let i = 0; i < pixels; i++) {
    const [a, b] = [(one.data[i] ?? 0) >= 0.5, (other.data[i] ?? 0) >= 0.5]
    shared += Number(a && b)
    either += Number(a || b)
  }
  return shared / either
}
const offers = (scene: Omit<ProposalScene, 'picture' | 'features'>, wanted: AlphaMaskF32) =>
  Math.max(...proposals(scene).map((proposal) => overlap(proposal, wanted)))

test('each of two islands is offered alone', () => {
  expect(offers({ matte: both }, red)).toBeGreaterThan(0.9)
  expect(offers({ matte: both }, blue)).toBeGreaterThan(0.9)
})

test('an area that contrasts with the background is offered', () => {
  expect(offers({ matte: red }, both)).toBeGreaterThan(0.9)
})

test('the matte of another pass comes first', () => {
  const [first] = proposals({ matte: both, others: [blue] })
  expect(first && overlap(first, blue)).toBe(1)
})

test('a finer pass follows the first two, which stay', () => {
  const closer = matteOf((x, y) => isBlue(x, y) && y < 32)
  const before = proposals({ matte: both })
  const after = proposals({ matte: both, closer })
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  expect(after[2]).toBe(closer)
  expect(proposals({ matte: both, closer: both })).toEqual(before)
})

test('people alone and all but the people are offered', () => {
  expect(offers({ matte: both, people: red }, red)).toBeGreaterThan(0.9)
  expect(offers({ matte: both, people: red }, blue)).toBeGreaterThan(0.9)
})

test('haze may be the subject', () => {
  const haze = matteOf((x, y) => (isBlue(x, y) ? 0.25 : isRed(x, y)))
  expect(offers({ matte: haze }, both)).toBeGreaterThan(0.9)
})

test('no proposal is nearly the matte or another proposal', () => {
  const found = proposals({ matte: both, others: [both, blue, { ...blue }], people: red })
  expect(found.length).toBeLessThanOrEqual(maxProposals)
  const all = [both, ...found]
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) expect(overlap(one, other)).toBeLessThanOrEqual(0.9)
})
