import { expect, test } from 'vitest'
import type { ClickEdit } from '#contract/image-edits.ts'
import { type AlphaPatch, swapPatch } from '#engine/edits/alpha-patch.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { createEditHistory } from '#pipeline/edit-history.ts'

const unedited: AlphaMask8 = { width: 10, height: 4, data: new Uint8ClampedArray(40).fill(7) }
const click = (x: number): ClickEdit => ({ kind: 'click', mode: 'keep', x, y: 0 })

/** A history whose edit number x writes x into column x. */
const open = (maxBytes?: number) => {
  let restarts = 0
  const history = createEditHistory(
    unedited,
    () => {},
    () => restarts++,
    maxBytes,
  )
  const goTo = (...xs: readonly number[]) => {
    const edits = xs.map(click)
    history.moveTowards(edits)
    const kept = history.applied.length
    for (const edit of edits.slice(kept)) {
      const box = { x: edit.x, y: 0, width: 1, height: 4 }
      const patch: AlphaPatch = { box, data: new Uint8ClampedArray(4).fill(edit.x) }
      swapPatch(history.alpha, patch)
      history.add({ edit, patches: [patch] })
    }
    return { kept, row: [...history.alpha.data.subarray(0, 10)], restarts }
  }
  return { history, goTo }
}

test('undone edits are redone without being made again', () => {
  const { goTo } = open()
  expect(goTo(1, 2, 3).kept).toBe(0)
  expect(goTo(1)).toMatchObject({ kept: 1, row: [7, 1, 7, 7, 7, 7, 7, 7, 7, 7] })
  expect(goTo(1, 2, 3)).toMatchObject({ kept: 3, row: [7, 1, 2, 3, 7, 7, 7, 7, 7, 7] })
})

test('another edit drops those that were undone before it', () => {
  const { goTo } = open()
  goTo(1, 2, 3)
  expect(goTo(1, 5)).toMatchObject({ kept: 1, row: [7, 1, 7, 7, 7, 5, 7, 7, 7, 7] })
  expect(goTo(1, 2, 3).kept).toBe(1)
})

test('a list of other edits shares their beginning only', () => {
  const { goTo } = open()
  goTo(1, 2, 3, 4)
  expect(goTo(1, 2, 6, 4)).toMatchObject({ kept: 2, row: [7, 1, 2, 7, 4, 7, 6, 7, 7, 7] })
})

test('beyond its budget the first edits can only be undone together', () => {
  const { goTo } = open(8)
  expect(goTo(1, 2, 3, 4).restarts).toBe(0)
  expect(goTo(1, 2, 3)).toMatchObject({ kept: 3, restarts: 0 })
  expect(goTo(1)).toMatchObject({ kept: 0, restarts: 1, row: [7, 1, 7, 7, 7, 7, 7, 7, 7, 7] })
})

test('the unedited alpha stays as it was', () => {
  const { goTo } = open()
  goTo(1, 2)
  expect(unedited.data.every((value) => value === 7)).toBe(true)
})
