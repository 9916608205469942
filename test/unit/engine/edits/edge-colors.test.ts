import { expect, test } from 'vitest'
import { isOverlapping } from '#base/geometry.ts'
import { createEdgeColors, recoloredBox } from '#engine/edits/edge-colors.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { createForegroundRow, foregroundAt, goToRow } from '#engine/refine/foreground-row.ts'

const size = { width: 1300, height: 700 }
const subject = [200, 60, 40] as const
const ground = [20, 90, 210] as const

/** Alpha falls from 255 to 0 over 40 pixels from this column on. */
const alphaFrom = (column: number): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from(
    { length: size.width * size.height },
    (_, i) => 255 - ((i % size.width) - column) * 6,
  ),
})

const photoOf = (alpha: AlphaMask8): Raster => {
  const data = new Uint8ClampedArray(alpha.data.length * 4).fill(255)
  for (const [i, value] of alpha.data.entries())
    for (let c = 0; c < 3; c++)
      data[i * 4 + c] = ((subject[c] ?? 0) * value + (ground[c] ?? 0) * (255 - value)) / 255
  return { ...size, data }
}

test('edge pixels get the colour of the subject in every block', () => {
  for (const column of [30, 500, 1200]) {
    const alpha = alphaFrom(column)
    const photo = photoOf(alpha)
    const y = 600
    const x = column + 15
    const row = createForegroundRow(createEdgeColors(photo, false).around(x, y, alpha))
    goToRow(row, x, y, 1)
    const [r = 0, g = 0, b = 0] = photo.data.subarray((y * size.width + x) * 4)
    const color = foregroundAt(row, x, r | (g << 8) | (b << 16), alpha.data[y * size.width + x] ?? 0)
    for (const [c, wanted] of subject.entries())
      expect(Math.abs(((color >>> (c * 8)) & 255) - wanted)).toBeLessThan(20)
  }
})

test('alpha changes the colours of the blocks around it alone', () => {
  const before = alphaFrom(600)
  const photo = photoOf(before)
  const changed = { x: 630, y: 100, width: 9, height: 9 }
  const after = { ...before, data: before.data.slice() }
  for (let y = changed.y; y < changed.y + changed.height; y++)
    after.data.fill(128, y * size.width + changed.x, y * size.width + changed.x + changed.width)
  const recolored = recoloredBox(changed, size)
  const colors = createEdgeColors(photo, false)
  const changes = [0, 512, 1024].flatMap((x) =>
    [0, 512].map((y) => {
      const [one, other] = [before, after].map((alpha) => colors.around(x, y, alpha).layers.data)
      return { x, y, isChanged: one?.some((value, i) => value !== other?.[i]) ?? false }
    }),
  )
  expect(changes.some(({ isChanged }) => isChanged)).toBe(true)
  for (const { x, y, isChanged } of changes)
    if (isChanged) expect(isOverlapping({ x, y, width: 1, height: 1 }, recolored)).toBe(true)
})
