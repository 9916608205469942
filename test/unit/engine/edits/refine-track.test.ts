import { expect, test } from 'vitest'
import type { StrokeEdit } from '#contract/image-edits.ts'
import { swapPatch } from '#engine/edits/alpha-patch.ts'
import { editPatches } from '#engine/edits/edit-patches.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

const size = { width: 220, height: 160 }
const subject = [60, 35, 20] as const
const background = [150, 190, 225] as const

const planeOf = (value: (x: number, y: number) => number): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: size.width * size.height }, (_, i) =>
    Math.round(255 * value(i % size.width, Math.floor(i / size.width))),
  ),
})

/** A head below y = 90 with strands of hair, two pixels wide, that stand up to y = 50. */
const truth = planeOf((x, y) => {
  if (y >= 90) return 1
  return y < 50 ? 0 : Math.max(0, Math.sin((x / 9) * Math.PI)) ** 2
})
/** What a network makes of it: the hair as haze. */
const haze = planeOf((_, y) => (y >= 90 ? 1 : y < 45 ? 0 : (y - 45) / 45))

const picture = (): Raster => {
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  for (const [i, value] of truth.data.entries()) {
    const a = value / 255
    const noise = ((i * 7919) % 11) - 5
    data.set([...subject.map((c, k) => a * c + (1 - a) * (background[k] ?? 0) + noise), 255], i * 4)
  }
  return { ...size, data }
}

const stroke: StrokeEdit = {
  kind: 'stroke',
  mode: 'refine',
  radius: 28,
  hardness: 1,
  snap: false,
  points: [
    [20, 68, 1],
    [200, 68, 1],
  ],
}

const refined = (before: AlphaMask8, edit = stroke) => {
  const alpha = { ...before, data: before.data.slice() }
  for (const patch of editPatches(picture(), alpha, edit)) swapPatch(alpha, patch)
  return alpha
}

const errorOf = ({ data }: AlphaMask8) => {
  let sum = 0
  for (let y = 45; y < 90; y++) {
    for (let x = 20; x < 200; x++) {
      const at = y * size.width + x
      sum += Math.abs((data[at] ?? 0) - (truth.data[at] ?? 0)) / 255
    }
  }
  return sum / (45 * 180)
}

test('refining finds the strands that the matte blurred', () => {
  expect(errorOf(haze)).toBeGreaterThan(0.3)
  expect(errorOf(refined(haze))).toBeLessThan(0.1)
})

test('refining leaves a matte that was right as it was', () => {
  expect(errorOf(refined(truth))).toBeLessThan(0.05)
})

test('refining changes nothing outside its track', () => {
  const after = refined(haze)
  const outside = Array.from(after.data, (value, i) => ({ value, i })).filter(({ value, i }) => {
    const nearest = Math.min(200, Math.max(20, (i % size.width) + 0.5))
    const distance = Math.hypot((i % size.width) + 0.5 - nearest, Math.floor(i / size.width) + 0.5 - 68)
    return value !== haze.data[i] && distance > 28.5
  })
  expect(outside).toEqual([])
})

test('refining where there is no subject around changes nothing', () => {
  const empty = planeOf(() => 0)
  expect([...editPatches(picture(), empty, stroke)]).toEqual([])
})
