import { expect, test } from 'vitest'
import { createPointerRoles, type PointerPress } from '#studio/viewer/pointer-roles.ts'

const brush = { canDraw: true, isHandHeld: false }
const press = (type: string, button = 0, atMs = 0): PointerPress => ({ id: 1, type, button, atMs })

test.each([
  ['the main button of a mouse draws', 'mouse', 0, 'draw'],
  ['the wheel of a mouse pans', 'mouse', 1, 'pan'],
  ['the second button of a mouse swaps the tool', 'mouse', 2, 'swap'],
  ['the side button of a mouse does nothing', 'mouse', 3, 'none'],
  ['the tip of a pen draws', 'pen', 0, 'draw'],
  ['the eraser of a pen swaps the tool', 'pen', 5, 'swap'],
  ['a finger draws', 'touch', 0, 'draw'],
] as const)('%s', (_, type, button, role) => {
  expect(createPointerRoles().press(press(type, button), brush)).toBe(role)
})

test('a mouse pans while the hand is held, and without a tool', () => {
  const roles = createPointerRoles()
  expect(roles.press(press('mouse'), { canDraw: true, isHandHeld: true })).toBe('pan')
  expect(roles.press(press('mouse'), { canDraw: false, isHandHeld: false })).toBe('pan')
  expect(roles.press(press('mouse', 2), { canDraw: false, isHandHeld: false })).toBe('none')
})

test('a finger only pans after a pen was seen', () => {
  const roles = createPointerRoles()
  roles.press(press('pen'), brush)
  expect(roles.press(press('touch'), brush)).toBe('pan')
})

test('a second finger cancels a stroke that has just begun', () => {
  const { interrupts } = createPointerRoles()
  expect(interrupts(press('touch', 0, 1000), press('touch', 0, 1100))).toBe('cancel')
  expect(interrupts(press('touch', 0, 1000), press('touch', 0, 2000))).toBe('finish')
})

test('a palm does not interrupt the stroke of a pen', () => {
  const { interrupts } = createPointerRoles()
  expect(interrupts(press('pen'), press('touch'))).toBe('no')
  expect(interrupts(null, press('touch'))).toBe('no')
})
