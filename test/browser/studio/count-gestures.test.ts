import { afterEach, expect, test } from 'vitest'
import { countGestures } from '#studio/keyboard/count-gestures.ts'

afterEach(() => document.body.replaceChildren())

/** How many gestures keys are, with the focus in what `html` begins with. */
const gesturesOf = (html: string, ...keys: readonly (string | KeyboardEventInit)[]): number => {
  document.body.innerHTML = html
  const element = document.body.firstElementChild as HTMLElement
  element.focus()
  const count = countGestures()
  for (const key of keys) {
    const init = typeof key === 'string' ? { key } : key
    element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  }
  return count()
}

const slider = '<div role="slider" tabindex="0"></div>'
const range = '<input type="range">'
const handles = '<div role="application" tabindex="0"></div>'

test.each([
  ['keys that move a slider', range, ['ArrowLeft', 'End', 'PageUp'], 0],
  ['keys that type in a field', '<input>', ['2', '5', 'Backspace'], 0],
  ['keys that move and scale a subject', handles, ['ArrowLeft', 'ArrowLeft', '+'], 0],
  [
    'keys that change what is dragged',
    '<p tabindex="0"></p>',
    [
      { key: 'Shift', shiftKey: true },
      { key: 'Control', ctrlKey: true },
    ],
    0,
  ],
  ['a key that is held', '<button>', [{ key: 'Delete', repeat: true }], 0],
] as const)('%s are one gesture', (_, html, keys, count) => {
  expect(gesturesOf(html, ...keys)).toBe(count)
})

test.each([
  ['both ends of a clip, cut where its slider is', slider, ['[', 'ArrowRight', ']'], 2],
  ['a recipe by its key, after a slider', range, ['ArrowLeft', '1', '2'], 2],
  ['what is pasted into a field', '<input>', [{ key: 'v', ctrlKey: true }], 1],
  ['a switch that is turned twice', '<input type="checkbox">', [' ', ' '], 2],
] as const)('%s are gestures of their own', (_, html, keys, count) => {
  expect(gesturesOf(html, ...keys)).toBe(count)
})

test('clicks without a pointer and dropped files begin gestures', () => {
  document.body.innerHTML = '<button>'
  const count = countGestures()
  document.body.querySelector('button')?.click()
  dispatchEvent(new DragEvent('drop'))
  expect(count()).toBe(2)
})
