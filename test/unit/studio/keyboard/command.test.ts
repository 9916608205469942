import { afterEach, expect, test, vi } from 'vitest'
import {
  ariaKeys,
  type Command,
  commandFor,
  type KeyPress,
  keyPress,
  shownKeys,
} from '#studio/keyboard/command.ts'

let isEditing = false
const applies = () => isEditing
const run = () => {}
/** What keys do on a page with a clip. */
const commands: readonly Command[] = [
  { id: 'brushSmaller', keys: ['['], applies, run },
  { id: 'save', keys: ['s'], run },
  { id: 'redo', keys: ['Ctrl+Shift+z', 'Ctrl+y'], run },
  { id: 'undo', keys: ['Ctrl+z'], run },
  { id: 'next', keys: ['Enter'], run },
  { id: 'peek', keys: [' '], run },
  { id: 'dividerLeft', keys: ['ArrowLeft'], run },
  { id: 'partFrom', keys: ['['], run },
  { id: 'takeProposal', keys: ['1', '2', '3'] },
  { id: 'result', keys: ['1'], run },
  { id: 'zoomOut', keys: ['-', '−'], shownKeys: ['−'], run },
  { id: 'remove', keys: ['Delete'], run },
  { id: 'back', keys: ['Escape'], run },
]
const press = (chord: string, more: Partial<KeyPress> = {}) =>
  commandFor(commands, { chord, target: 'page', dialogOpen: false, ...more })?.id ?? null

type Held = 'ctrl' | 'alt' | 'shift' | 'AltGraph'

/** The command of a key that a keyboard reports like this. */
const typed = (key: string, code: string, ...held: readonly Held[]) => {
  vi.stubGlobal('Element', class {})
  vi.stubGlobal('document', { querySelector: () => null })
  const event: unknown = {
    key,
    code,
    ctrlKey: held.includes('ctrl'),
    altKey: held.includes('alt'),
    metaKey: false,
    shiftKey: held.includes('shift'),
    getModifierState: (name: Held) => held.includes(name),
  }
  return commandFor(commands, keyPress(event as KeyboardEvent))?.id ?? null
}

afterEach(() => vi.unstubAllGlobals())

test('a letter is the same shortcut in either case', () => {
  expect(typed('s', 'KeyS')).toBe('save')
  expect(typed('S', 'KeyS', 'shift')).toBe('save')
})

test('keys with a modifier belong to the browser, except undo', () => {
  expect(typed('s', 'KeyS', 'ctrl')).toBeNull()
  expect(typed('z', 'KeyZ', 'ctrl')).toBe('undo')
  for (const held of [['alt'], ['ctrl', 'alt'], ['AltGraph'], []] as const)
    expect(typed('z', 'KeyZ', ...held)).toBeNull()
  expect(press('Ctrl+z', { target: 'text' })).toBeNull()
})

test('redo is undo with Shift, or Y', () => {
  expect(typed('Z', 'KeyZ', 'ctrl', 'shift')).toBe('redo')
  expect(typed('y', 'KeyY', 'ctrl')).toBe('redo')
})

test.each([
  ['Russian', 'я', 'ы', 'х'],
  ['Greek', 'ζ', 'σ', '['],
  ['Hebrew', 'ז', 'ד', '['],
  ['Arabic', 'ئ', 'س', 'ج'],
  ['Thai', 'ผ', 'ห', 'บ'],
])('a %s keyboard has the shortcuts where a Latin one has them', (_, z, s, bracket) => {
  expect(typed(z, 'KeyZ', 'ctrl')).toBe('undo')
  expect(typed(z, 'KeyZ', 'ctrl', 'shift')).toBe('redo')
  expect(typed(s, 'KeyS')).toBe('save')
  expect(typed(bracket, 'BracketLeft')).toBe('partFrom')
})

test('a Latin letter counts, wherever its key is', () => {
  expect(typed('y', 'KeyZ', 'ctrl')).toBe('redo')
  expect(typed('ś', 'KeyS', 'AltGraph')).toBeNull()
  expect(typed('١', 'Digit1')).toBe('result')
})

test.each([
  ['AltGr', ['AltGraph']],
  ['AltGr as Windows reports it', ['ctrl', 'alt']],
  ['Option', ['alt']],
] as const)('a bracket is typed with %s', (_, held) => {
  expect(typed('[', 'Digit8', ...held)).toBe('partFrom')
})

test('of commands with the same key the first that applies is run', () => {
  expect(press('[')).toBe('partFrom')
  isEditing = true
  expect(press('[')).toBe('brushSmaller')
  isEditing = false
})

test('a command that is only listed leaves its key to others', () => {
  expect(press('1')).toBe('result')
  expect(press('2')).toBeNull()
})

test('no key is taken from a text field or an open dialog', () => {
  for (const key of ['s', 'Delete', 'Enter', ' ', 'Escape', 'ArrowLeft']) {
    expect(press(key, { target: 'text' })).toBeNull()
    expect(press(key, { dialogOpen: true })).toBeNull()
  }
})

test('a focused button keeps Enter, Space and arrows, but not letters', () => {
  for (const key of ['Enter', ' ', 'ArrowLeft']) expect(press(key, { target: 'control' })).toBeNull()
  expect(press('s', { target: 'control' })).toBe('save')
  expect(press('Enter')).toBe('next')
  expect(press(' ')).toBe('peek')
})

test('a key without a command is ignored, even `constructor`', () => {
  expect(press('q')).toBeNull()
  expect(press('constructor')).toBeNull()
})

test('the keys of a command are shown as they are read', () => {
  const shown = Object.fromEntries(commands.map((command) => [command.id, shownKeys(command).join()]))
  expect(shown).toMatchObject({
    save: 'S',
    redo: 'Ctrl Shift Z,Ctrl Y',
    undo: 'Ctrl Z',
    next: 'Enter',
    peek: 'Space',
    dividerLeft: '←',
    zoomOut: '−',
    remove: 'Delete',
    back: 'Esc',
    takeProposal: '1,2,3',
  })
})

test('the keys of a command are named as WAI-ARIA names them', () => {
  expect(ariaKeys({ keys: ['Ctrl+Shift+z', 'Ctrl+y'] })).toBe('Control+Shift+Z Control+Y')
  expect(ariaKeys({ keys: [' ', '+', '=', 'ArrowLeft'] })).toBe('Space = ArrowLeft')
})
