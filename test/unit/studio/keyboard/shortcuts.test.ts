import { expect, test } from 'vitest'
import { commandFor } from '#studio/keyboard/shortcuts.ts'

const press = (key: string, more: Partial<Parameters<typeof commandFor>[0]> = {}) =>
  commandFor({ key, modified: false, target: 'page', dialogOpen: false, ...more })

test('a letter is the same shortcut in either case', () => {
  expect(press('s')).toBe('save')
  expect(press('S')).toBe('save')
})

test('keys with a modifier belong to the browser, except undo', () => {
  expect(press('s', { modified: true })).toBeNull()
  expect(press('z', { modified: true })).toBe('undo')
  expect(press('z')).toBeNull()
  expect(press('z', { modified: true, target: 'text' })).toBeNull()
})

test('redo is undo with Shift, or Y', () => {
  expect(press('Z', { modified: true, shifted: true })).toBe('redo')
  expect(press('y', { modified: true })).toBe('redo')
})

test('brackets size the brush while a picture is edited', () => {
  expect(press('[')).toBe('partFrom')
  expect(press('[', { editing: true })).toBe('brushSmaller')
  expect(press(']', { editing: true, target: 'control' })).toBe('brushLarger')
  expect(press('X', { editing: true })).toBe('swapKeepRemove')
  expect(press('x')).toBeNull()
})

test('digits take the cut-outs that are offered, the rest choose views', () => {
  expect(press('1', { proposed: 2 })).toBe('takeProposal')
  expect(press('2', { proposed: 2, target: 'control' })).toBe('takeProposal')
  expect(press('3', { proposed: 2 })).toBe('original')
  expect(press('0', { proposed: 2 })).toBe('zoomFit')
  expect(press('1', { proposed: 2, target: 'text' })).toBeNull()
  expect(press('1')).toBe('result')
})

test('no key is taken from a text field or an open dialog', () => {
  for (const key of ['s', 'Delete', 'Enter', ' ', 'Escape', 'ArrowLeft']) {
    expect(press(key, { target: 'text' })).toBeNull()
    expect(press(key, { dialogOpen: true })).toBeNull()
  }
})

test('a focused button keeps Enter, Space and arrows, but not letters', () => {
  for (const key of ['Enter', ' ', 'ArrowLeft', 'ArrowRight'])
    expect(press(key, { target: 'control' })).toBeNull()
  expect(press('c', { target: 'control' })).toBe('copy')
  expect(press('Enter')).toBe('next')
  expect(press(' ')).toBe('peek')
})

test('a key without a command is ignored, even `constructor`', () => {
  expect(press('q')).toBeNull()
  expect(press('constructor')).toBeNull()
  expect(press('toString')).toBeNull()
})
