import { expect, test } from 'vitest'
import { shortcutTasks } from '#studio/features/help/shortcuts-list.tsx'
import { messages } from '#studio/messages/messages.ts'

test('every shortcut belongs to one task of the help', () => {
  const listed = Object.values(shortcutTasks).flat()
  expect(listed.toSorted()).toEqual(Object.keys(messages.shortcuts).toSorted())
})
