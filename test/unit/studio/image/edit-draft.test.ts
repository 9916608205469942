import { expect, test } from 'vitest'
import { editLimits, noEdits, parseImageEdits } from '#contract/image-edits.ts'
import { createEditDraft } from '#studio/edit/edit-draft.ts'
import { createEditorStore, type EditTool, resized, swapped, withTool } from '#studio/edit/editor-state.ts'

const draftWith = (tool: EditTool, more: Partial<Parameters<typeof createEditDraft>[0]> = {}) =>
  createEditDraft({
    tool,
    editor: withTool(createEditorStore().get(), tool),
    scale: 0.5,
    isSwapped: false,
    start: { x: 10, y: 20 },
    pressure: 1,
    lineFrom: null,
    ...more,
  })

test('a stroke has the size that the brush has on the screen', () => {
  const edit = draftWith('brushKeep').finish()
  expect(edit).toMatchObject({ kind: 'stroke', mode: 'keep', radius: 40, points: [[10, 20, 1]] })
})

test('the second button draws the opposite', () => {
  expect(draftWith('brushKeep', { isSwapped: true }).finish()).toMatchObject({ mode: 'remove' })
  expect(draftWith('clickRemove', { isSwapped: true }).finish()).toMatchObject({
    kind: 'click',
    mode: 'keep',
  })
  expect(draftWith('refineHair', { isSwapped: true }).finish()).toMatchObject({ mode: 'refine' })
})

test('points that the screen cannot show apart are left out', () => {
  const draft = draftWith('brushKeep')
  draft.extend({ x: 10.4, y: 20 }, 1)
  draft.extend({ x: 14, y: 20 }, 1)
  expect(draft.finish()).toMatchObject({
    points: [
      [10, 20, 1],
      [14, 20, 1],
    ],
  })
})

test('the end of a straight line moves until Shift is let go', () => {
  const draft = draftWith('brushRemove')
  draft.extend({ x: 20, y: 30 }, 1, true)
  expect(draft.extend({ x: 50, y: 60 }, 1, true)).toBe(1)
  draft.extend({ x: 60, y: 60 }, 1)
  expect(draft.finish()).toMatchObject({
    points: [
      [10, 20, 1],
      [50, 60, 1],
      [60, 60, 1],
    ],
  })
})

test('Shift begins a stroke with a line from the last one', () => {
  const edit = draftWith('brushKeep', { lineFrom: { x: 1, y: 2 } }).finish()
  expect(edit).toMatchObject({
    points: [
      [1, 2, 1],
      [10, 20, 1],
    ],
  })
})

test('a lasso of fewer than three corners means nothing', () => {
  const draft = draftWith('lasso')
  draft.extend({ x: 50, y: 20 }, 1)
  expect(draft.finish()).toBeNull()
  draft.extend({ x: 50, y: 60 }, 1)
  expect(draft.finish()).toMatchObject({
    kind: 'lasso',
    points: [
      [10, 20],
      [50, 20],
      [50, 60],
    ],
  })
})

test('every tool draws edits that satisfy the contract', () => {
  for (const tool of ['clickKeep', 'brushRemove', 'refineHair', 'lasso'] as const) {
    const draft = draftWith(tool)
    draft.extend({ x: 33.333, y: -4 }, 0.25)
    draft.extend({ x: 70, y: 41.25 }, 0.5)
    const edit = draft.finish()
    expect(parseImageEdits({ ...noEdits, list: [edit] }).list).toEqual([edit])
  }
})

test('X exchanges keeping and removing; the lasso follows the last tool', () => {
  const state = withTool(createEditorStore().get(), 'clickRemove')
  expect(swapped(state)).toMatchObject({ tool: 'clickKeep', mode: 'keep' })
  expect(swapped(withTool(state, 'lasso'))).toMatchObject({ tool: 'lasso', mode: 'keep' })
  expect(swapped(withTool(state, 'refineHair')).tool).toBe('refineHair')
})

test('the brush changes by a pixel at least, within its limits', () => {
  const state = { ...createEditorStore().get(), sizePx: 2 }
  expect(resized(state, 1.2).sizePx).toBe(3)
  expect(resized(state, 0.8).sizePx).toBe(2)
  expect(resized({ ...state, sizePx: 290 }, 1.2).sizePx).toBe(300)
})

test('an edit of any length and place is readable', () => {
  const draft = draftWith('brushKeep', { scale: 0.001 })
  for (let at = 0; at < editLimits.maxPoints + 50; at++) draft.extend({ x: at * 1000, y: -at * 1000 }, 1)
  draft.extend({ x: 1e9, y: -1e9 }, 1, true)
  draft.extend({ x: 2e9, y: 0 }, 1, true)
  const list = [draft.finish()]
  expect(parseImageEdits({ ...noEdits, list }).list).toEqual(list)
})
