import { expect, test } from 'vitest'
import { type ImageEdits, noEdits } from '#contract/image-edits.ts'
import { scaledEdits } from '#studio/features/image/edit/scale-edits.ts'

const edits: ImageEdits = {
  ...noEdits,
  list: [
    { kind: 'click', mode: 'keep', x: 10, y: 20 },
    { kind: 'stroke', mode: 'remove', radius: 4, hardness: 1, snap: true, points: [[10, 20, 0.5]] },
    {
      kind: 'lasso',
      mode: 'keep',
      points: [
        [0, 0],
        [10, 0],
        [10, 20],
      ],
    },
  ],
  feather: 3,
}

test('edits keep their place in a picture of another size', () => {
  const size = { width: 100, height: 100 }
  expect(scaledEdits(edits, size, size)).toBe(edits)
  const doubled = scaledEdits(edits, size, { width: 200, height: 200 })
  expect(doubled.list).toMatchObject([
    { x: 20, y: 40 },
    { radius: 8, points: [[20, 40, 0.5]] },
    {
      points: [
        [0, 0],
        [20, 0],
        [20, 40],
      ],
    },
  ])
  expect(doubled.feather).toBe(6)
})
