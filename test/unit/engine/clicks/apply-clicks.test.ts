import { expect, test } from 'vitest'
import { applyClicks, clickRegion } from '#engine/clicks/apply-clicks.ts'
import type { Click } from '#engine/clicks/click-grid.ts'
import { type FeatureMaps, toFeatureMap } from '#engine/clicks/feature-maps.ts'
import type { RegionMask } from '#engine/clicks/region-outline.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { noise } from '#support/tiny-networks.ts'

const size = { width: 96, height: 64 }
const pixels = size.width * size.height

const plane = <T>(valueAt: (x: number, y: number) => T): T[] =>
  Array.from({ length: pixels }, (_, i) => valueAt(i % size.width, Math.floor(i / size.width)))

const isInSquare = (left: number) => (x: number, y: number) => y >= 20 && y < 44 && x >= left && x < left + 24
const isRed = isInSquare(12)
const isBlue = isInSquare(60)

const rasterOf = (colorAt: (x: number, y: number) => readonly number[]): Raster => ({
  ...size,
  data: Uint8ClampedArray.from(plane((x, y) => [...colorAt(x, y), 255]).flat()),
})
const matteOf = (alphaAt: (x: number, y: number) => number): AlphaMaskF32 => ({
  ...size,
  data: Float32Array.from(plane(alphaAt)),
})

/** Grey ground with a red square on the left and a blue one on the right. */
const picture = rasterOf((x, y) =>
  isRed(x, y) ? [200, 30, 30] : isBlue(x, y) ? [30, 30, 200] : [128, 128, 128],
)
const red = () => matteOf((x, y) => Number(isRed(x, y)))
const both = () => matteOf((x, y) => Number(isRed(x, y) || isBlue(x, y)))
const onRed = { x: 0.25, y: 0.5 }
const onBlue = { x: 0.75, y: 0.5 }

const alphaAt = (
  { data, width, height }: AlphaMaskF32 | RegionMask,
  { x, y }: { x: number; y: number },
): number => data[Math.floor(y * height) * width + Math.floor(x * width)] ?? Number.NaN

const after = (matte: AlphaMaskF32, clicks: readonly Click[], features: FeatureMaps | null = null) =>
  applyClicks({ picture, matte, features, clicks })

/** The mean of alpha where `isThere`. */
const meanAlpha = ({ data }: AlphaMaskF32, isThere: (x: number, y: number) => boolean): number => {
  const there = plane(isThere)
  const inside = data.filter((_, i) => there[i])
  return inside.reduce((sum, alpha) => sum + alpha, 0) / inside.length
}

test('without clicks the matte is the same object', () => {
  const matte = red()
  expect(after(matte, [])).toBe(matte)
})

test('a click to keep adds only the square it is on', () => {
  const result = after(red(), [{ ...onBlue, mode: 'keep' }])
  expect(meanAlpha(result, isBlue)).toBeGreaterThan(0.95)
  expect(meanAlpha(result, isRed)).toBe(1)
  expect(meanAlpha(result, (x, y) => !isRed(x, y) && !isBlue(x, y))).toBeLessThan(0.03)
})

test('a click to remove takes only the square it is on', () => {
  const result = after(both(), [{ ...onBlue, mode: 'remove' }])
  expect(meanAlpha(result, isBlue)).toBeLessThan(0.05)
  expect(meanAlpha(result, isRed)).toBe(1)
})

/** Ten pictures, mattes and clicks without any sense. */
const scenes = Array.from({ length: 10 }, (_, seed) => {
  const colors = noise(pixels * 3, seed + 1)
  const alphas = noise(pixels, seed + 50)
  const [x = 0, y = 0] = noise(2, seed + 100).map((value) => (value + 1) / 2)
  const mode: Click['mode'] = seed % 2 ? 'keep' : 'remove'
  return {
    picture: rasterOf((u, v) =>
      [0, 1, 2].map((c) => 128 + 100 * (colors[((v >> 3) * 12 + (u >> 3)) * 3 + c] ?? 0)),
    ),
    matte: matteOf((u, v) => 0.5 + 0.5 * (alphas[(v >> 2) * 24 + (u >> 2)] ?? 0)),
    features: null,
    click: { x, y, mode },
  }
})

test('a click gives its own pixel the alpha of its mode', () => {
  for (const { click, ...scene } of scenes) {
    expect(alphaAt(applyClicks({ ...scene, clicks: [click] }), click)).toBe(click.mode === 'keep' ? 1 : 0)
  }
})

test('keeping in a matte equals removing in its inverse', () => {
  for (const { click, ...scene } of scenes) {
    const inverse = { ...scene.matte, data: scene.matte.data.map((alpha) => 1 - alpha) }
    const kept = applyClicks({ ...scene, clicks: [{ ...click, mode: 'keep' }] })
    const removed = applyClicks({ ...scene, matte: inverse, clicks: [{ ...click, mode: 'remove' }] })
    const farthest = Math.max(...kept.data.map((alpha, i) => Math.abs(alpha + (removed.data[i] ?? 0) - 1)))
    expect(farthest).toBeLessThan(1e-5)
  }
})

test('a click never takes the place of an earlier opposite click', () => {
  const result = after(both(), [
    { ...onBlue, mode: 'keep' },
    { x: 0.8, y: 0.5, mode: 'remove' },
  ])
  expect(alphaAt(result, onBlue)).toBe(1)
})

test('features separate areas of the same colour', () => {
  const grey = rasterOf(() => [128, 128, 128])
  const cells = { width: 24, height: 16 }
  const map = toFeatureMap(
    Float32Array.from({ length: 24 * 16 * 2 }, (_, i) => {
      const [x, y] = [(i % 24) * 4 + 2, (Math.floor(i / 24) % 16) * 4 + 2]
      return Number(i < 24 * 16 ? isRed(x, y) : isBlue(x, y))
    }),
    cells,
    2,
  )
  const features = Array.from({ length: 5 }, () => map)
  const nothing = matteOf(() => 0)
  const result = applyClicks({
    picture: grey,
    matte: nothing,
    features,
    clicks: [{ ...onBlue, mode: 'keep' }],
  })
  expect(meanAlpha(result, isBlue)).toBeGreaterThan(0.8)
  expect(meanAlpha(result, isRed)).toBeLessThan(0.05)
})

test('a hovering pointer outlines the region of its click', () => {
  const region = clickRegion(
    { picture, matte: both(), features: null, clicks: [] },
    { ...onBlue, mode: 'remove' },
  )
  expect(alphaAt(region, onBlue)).toBe(1)
  expect(alphaAt(region, onRed)).toBe(0)
})

test('a careful click changes at most 4 % of the subject', () => {
  // One subject in one piece, on pictures without any sense.
  const matte = () => matteOf((x) => Number(x >= 30 && x < 80))
  const subject = 50 * size.height
  for (const { picture: painted, click } of scenes) {
    for (const mode of ['keep', 'remove'] as const) {
      const scene = { picture: painted, matte: matte(), features: null, clicks: [], isCareful: true }
      const taken = clickRegion(scene, { ...click, mode }).data.filter(Boolean).length
      // The cells next to the click belong to it too.
      expect(taken).toBeLessThanOrEqual(0.04 * subject + 9)
    }
  }
})

test('a careful click takes one of two subjects whole', () => {
  const scene = { picture, matte: both(), features: null, isCareful: true }
  const result = applyClicks({ ...scene, clicks: [{ ...onBlue, mode: 'remove' }] })
  expect(meanAlpha(result, isBlue)).toBeLessThan(0.05)
  expect(meanAlpha(result, isRed)).toBe(1)
})

test('a later click takes at most half of the subject', () => {
  const plain = rasterOf(() => [128, 128, 128])
  const matte = matteOf((x) => Number(x < 48))
  const clicks = [onBlue, onRed].map((point): Click => ({ ...point, mode: 'remove' }))
  const result = applyClicks({ picture: plain, matte, features: null, clicks })
  expect(meanAlpha(result, (x) => x < 48)).toBeGreaterThan(0.45)
})

test('clicks anywhere in one segment take the same region', () => {
  const scene = { picture, matte: both(), features: null, clicks: [] }
  const centre = clickRegion(scene, { ...onBlue, mode: 'remove' })
  for (const [x, y] of [
    [0.65, 0.36],
    [0.84, 0.6],
    [0.7, 0.64],
  ] as const)
    expect(clickRegion(scene, { x, y, mode: 'remove' }).data).toEqual(centre.data)
})

test('a click at the place of an opposite one takes it back', () => {
  let takenBack = 0
  for (const { click, ...scene } of scenes) {
    const opposite: Click = { ...click, mode: click.mode === 'keep' ? 'remove' : 'keep' }
    const before = alphaAt(scene.matte, click) >= 0.5
    // Only where the first click changed something is there anything to take back.
    if (before === (click.mode === 'keep')) continue
    const result = applyClicks({ ...scene, clicks: [click, opposite] })
    const farthest = Math.max(...result.data.map((alpha, i) => Math.abs(alpha - (scene.matte.data[i] ?? 0))))
    expect(farthest).toBeLessThan(1e-6)
    takenBack++
  }
  expect(takenBack).toBeGreaterThan(2)
})

test('a later click does not change distant areas', () => {
  for (const { click, ...scene } of scenes) {
    const clicks: Click[] = [{ x: 1 - click.x, y: 1 - click.y, mode: 'keep' }]
    const { data, width, height } = clickRegion({ ...scene, clicks }, click)
    const far = Array.from(data, (isTaken, i) => {
      const x = (i % width) + 0.5 - click.x * width
      const y = Math.floor(i / width) + 0.5 - click.y * height
      return isTaken === 1 ? Math.hypot(x, y) : 0
    })
    // Four tenths of the longer side between the middles of segments, which have a size themselves.
    expect(Math.max(...far)).toBeLessThan(0.6 * Math.max(width, height))
  }
})
