import { expect, test } from 'vitest'
import { afterEdit, isLassoOffered, type LittleClicks } from '#studio/features/image/edit/use-lasso-offer.ts'

const click = { kind: 'click' } as const
const start: LittleClicks = { id: 'one', count: 0 }
const after = (id: string, ...shares: readonly (number | null)[]) =>
  shares.reduce<LittleClicks>((clicks, share) => afterEdit(clicks, id, click, share), start)

test('the lasso is offered after two clicks that changed little', () => {
  expect(isLassoOffered(after('one', 0.001), 'one')).toBe(false)
  expect(isLassoOffered(after('one', 0.001, 0), 'one')).toBe(true)
})

test('a click that changed much, or an unknown share, begins anew', () => {
  expect(isLassoOffered(after('one', 0.001, 0.2, 0.001), 'one')).toBe(false)
  expect(isLassoOffered(after('one', 0.001, null, 0.001), 'one')).toBe(false)
})

test('another tool ends the offer, and another picture has its own', () => {
  const offered = after('one', 0, 0)
  expect(isLassoOffered(afterEdit(offered, 'one', { kind: 'lasso' }, 0.1), 'one')).toBe(false)
  expect(isLassoOffered(offered, 'two')).toBe(false)
  expect(isLassoOffered(afterEdit(offered, 'two', click, 0), 'two')).toBe(false)
})
