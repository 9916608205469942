import { expect, test } from 'vitest'
import { nameOf } from '#studio/intake/use-intake.tsx'
import { messages } from '#studio/messages/messages.ts'

test('only a picture from the clipboard gets another name than its own', () => {
  expect(nameOf({ name: 'image.png' }, true)).toBe(messages.intake.pastedName)
  expect(nameOf({ name: 'image.png' }, false)).toBe('image.png')
  expect(nameOf({ name: 'logo.png' }, true)).toBe('logo.png')
  expect(nameOf({ name: '' }, false)).toBe(messages.intake.pastedName)
})
