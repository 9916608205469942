import { describe, expect, test } from 'vitest'
import type { Edit, LassoEdit, StrokeEdit } from '#contract/image-edits.ts'
import { swapPatch } from '#engine/edits/alpha-patch.ts'
import { editPatches } from '#engine/edits/edit-patches.ts'
import { simplifyPath, strokePieces } from '#engine/edits/stroke-path.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

const size = { width: 240, height: 180 }

/** A picture by a function of place, and alpha of one value. */
const pictureOf = (color: (x: number, y: number) => readonly [number, number, number]): Raster => {
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  for (let i = 0; i < size.width * size.height; i++) {
    data.set([...color(i % size.width, Math.floor(i / size.width)), 255], i * 4)
  }
  return { ...size, data }
}
const alphaOf = (value: (x: number, y: number) => number): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: size.width * size.height }, (_, i) =>
    value(i % size.width, Math.floor(i / size.width)),
  ),
})
const at = ({ width, data }: AlphaMask8, x: number, y: number) => data[y * width + x] ?? 0

const grey = pictureOf(() => [120, 120, 120])
/** Blue left of x = 120, orange right of it. */
const halves = pictureOf((x, y) => (x < 120 ? [20, 40, 150 + ((x * 7 + y * 5) % 9)] : [220, 130, 20]))

const stroke = (change: Partial<StrokeEdit> = {}): StrokeEdit => ({
  kind: 'stroke',
  mode: 'keep',
  radius: 20,
  hardness: 1,
  snap: false,
  points: [
    [60, 60, 1],
    [150, 90, 1],
  ],
  ...change,
})

const apply = (alpha: AlphaMask8, edit: StrokeEdit | LassoEdit, picture = grey) => {
  for (const patch of editPatches(picture, alpha, edit)) if (patch) swapPatch(alpha, patch)
  return alpha
}

const distanceTo = (x: number, y: number, points: StrokeEdit['points'] | readonly (readonly number[])[]) => {
  const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = points
  const [dx, dy] = [bx - ax, by - ay]
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(x - ax - dx * share, y - ay - dy * share)
}

/** The pixels for which something holds; one assertion on them is much faster than one for each pixel. */
const pixelsWhere = (holds: (x: number, y: number) => boolean) =>
  Array.from(
    { length: size.width * size.height },
    (_, i) => [i % size.width, Math.floor(i / size.width)] as const,
  ).filter(([x, y]) => holds(x, y))

const isSameAlpha = (one: AlphaMask8, other: AlphaMask8) =>
  one.data.every((value, i) => value === other.data[i])

describe('a stroke', () => {
  test('is thinner where the pen presses less', () => {
    const alpha = apply(
      alphaOf(() => 0),
      stroke({
        points: [
          [40, 90, 0.2],
          [200, 90, 1],
        ],
      }),
    )
    const widthAt = (x: number) =>
      Array.from({ length: size.height }, (_, y) => at(alpha, x, y)).filter(Boolean).length
    expect(widthAt(45)).toBeLessThan(14)
    expect(widthAt(195)).toBeGreaterThan(36)
  })

  test('outside the picture changes nothing', () => {
    const alpha = alphaOf(() => 0)
    expect([
      ...editPatches(
        grey,
        alpha,
        stroke({
          points: [
            [-500, 20, 1],
            [-400, 20, 1],
          ],
        }),
      ),
    ]).toEqual([])
  })

  test('of one point is a disc', () => {
    const alpha = apply(
      alphaOf(() => 0),
      stroke({ points: [[50, 50, 1]] }),
    )
    const area = alpha.data.reduce((sum, value) => sum + value / 255, 0)
    expect(Math.abs(area / (Math.PI * 400) - 1)).toBeLessThan(0.02)
  })

  test('with a huge brush covers the picture', () => {
    const alpha = apply(
      alphaOf(() => 0),
      stroke({ radius: 5000, points: [[100, 100, 1]] }),
    )
    expect(alpha.data.every((value) => value === 255)).toBe(true)
  })
})

describe('a stroke that follows edges', () => {
  const over = stroke({
    snap: true,
    points: [
      [105, 30, 1],
      [105, 140, 1],
    ],
  })

  test('ends where the picture has an edge inside the brush', () => {
    const alpha = apply(
      alphaOf(() => 0),
      over,
      halves,
    )
    expect(at(alpha, 105, 80)).toBe(255)
    expect(at(alpha, 116, 80)).toBeGreaterThan(200)
    expect(at(alpha, 123, 80)).toBeLessThan(55)
  })

  test('that removes stops at the subject', () => {
    const alpha = apply(
      alphaOf((x) => (x < 80 ? 0 : 255)),
      { ...over, mode: 'remove' },
      halves,
    )
    expect(at(alpha, 105, 80)).toBe(0)
    expect(at(alpha, 123, 80)).toBeGreaterThan(200)
  })

  test('has no holes in its inner half, whatever its colours', () => {
    // A dark strand below the middle; what lies beside it has the colour of the ground.
    const fur = pictureOf((x) => (Math.abs(x - 105) < 7 ? [40, 30, 20] : [200, 180, 150]))
    for (const mode of ['keep', 'remove'] as const) {
      const alpha = apply(
        alphaOf(() => (mode === 'keep' ? 0 : 255)),
        { ...over, mode },
        fur,
      )
      const inner = pixelsWhere((x, y) => distanceTo(x + 0.5, y + 0.5, over.points) < 9)
      const missed = inner.filter(([x, y]) => at(alpha, x, y) !== (mode === 'keep' ? 255 : 0))
      expect(missed).toEqual([])
    }
  })

  test('covers its radius where the picture is even', () => {
    const followed = apply(
      alphaOf(() => 0),
      over,
      grey,
    )
    const plain = apply(
      alphaOf(() => 0),
      { ...over, snap: false },
      grey,
    )
    expect(isSameAlpha(followed, plain)).toBe(true)
  })
})

describe('a lasso', () => {
  const square = (left: number, top: number, right: number, bottom: number): LassoEdit => ({
    kind: 'lasso',
    mode: 'keep',
    points: [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
  })

  test('covers pixels by the share that lies inside', () => {
    const alpha = apply(
      alphaOf(() => 0),
      square(10.5, 20, 40, 60.25),
    )
    expect([at(alpha, 10, 30), at(alpha, 11, 30), at(alpha, 39, 30), at(alpha, 40, 30)]).toEqual([
      128, 255, 255, 0,
    ])
    expect([at(alpha, 20, 19), at(alpha, 20, 20), at(alpha, 20, 60), at(alpha, 20, 61)]).toEqual([
      0, 255, 64, 0,
    ])
  })

  test('may reach past the picture', () => {
    const alpha = apply(
      alphaOf(() => 255),
      { ...square(-50, -50, 500, 90), mode: 'remove' },
    )
    expect([at(alpha, 0, 0), at(alpha, 239, 89), at(alpha, 0, 90)]).toEqual([0, 0, 255])
  })
})

test('10,000 strokes touch some 10,000 pixels each, not the picture', () => {
  const large = { width: 4000, height: 3000 }
  let pixels = 0
  let pieces = 0
  for (let i = 0; i < 10_000; i++) {
    const [x, y] = [(i * 7919) % 4000, (i * 104_729) % 3000]
    const points = Array.from({ length: 20 }, (_, k) => [x + k * 5, y + (k % 5) * 4, 1] as const)
    for (const { box } of strokePieces(stroke({ points }), large)) {
      pixels += box.width * box.height
      pieces++
    }
  }
  expect(pixels / 10_000).toBeLessThan(12_000)
  expect(pieces).toBeLessThan(15_000)
})

test('a simplified path stays within its tolerance', () => {
  const path = Array.from({ length: 500 }, (_, i) => ({
    x: i,
    y: 50 * Math.sin(i / 60),
    radius: 10 + 3 * Math.cos(i / 90),
  }))
  const simple = simplifyPath(path, 0.5)
  expect(simple.length).toBeLessThan(60)
  const sides = simple.slice(1).map((to, i) => [simple[i] ?? to, to].map(({ x, y }) => [x, y]))
  const strays = path.map(({ x, y }) => Math.min(...sides.map((side) => distanceTo(x, y, side))))
  expect(Math.max(...strays)).toBeLessThanOrEqual(0.5)
})

test('patches that are swapped back in reverse order restore the alpha', () => {
  const edits: readonly Edit[] = [stroke({ snap: true }), stroke({ mode: 'remove', hardness: 0 })]
  const before = alphaOf((x, y) => (x + y) % 256)
  const alpha = { ...before, data: before.data.slice() }
  const patches = []
  for (const edit of edits) {
    if (edit.kind === 'click') continue
    for (const patch of editPatches(halves, alpha, edit)) {
      if (!patch) continue
      swapPatch(alpha, patch)
      patches.push(patch)
    }
  }
  expect(isSameAlpha(alpha, before)).toBe(false)
  for (const patch of patches.toReversed()) if (patch) swapPatch(alpha, patch)
  expect(isSameAlpha(alpha, before)).toBe(true)
})

describe('what a stranger sends', () => {
  const points = 20_000

  test('a lasso of 20,000 points is filled with many turns between', () => {
    const lasso: LassoEdit = {
      kind: 'lasso',
      mode: 'keep',
      points: Array.from(
        { length: points },
        (_, i) => [(i / points) * size.width, i % 2 === 0 ? -5 : 200] as const,
      ),
    }
    const turns = [
      ...editPatches(
        grey,
        alphaOf(() => 0),
        lasso,
      ),
    ]
    expect(turns.length).toBeGreaterThan(10)
    for (const patch of turns) expect((patch?.box.height ?? 1) * points).toBeLessThan(1 << 19)
  })

  test('a stroke far outside of the picture costs nothing', () => {
    const far = stroke({
      points: Array.from(
        { length: points },
        (_, i) => [-90_000 + (i % 7) * 1000, i % 2 === 0 ? -1e5 : 1e5, 1] as const,
      ),
    })
    expect([...strokePieces(far, size)]).toEqual([])
  })

  test('an edit that changes nothing gives turns too', () => {
    const over = { ...stroke(), points: [[-50, 90, 1] as const, [300, 90, 1] as const] }
    const turns = [
      ...editPatches(
        grey,
        alphaOf(() => 255),
        over,
      ),
    ]
    expect(turns.length).toBeGreaterThan(1)
    expect(turns.every((patch) => patch === null)).toBe(true)
  })
})
