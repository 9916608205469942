import { expect, test } from 'vitest'
import { openDatabase } from '#service/local/open-database.ts'

test('a page that is left closes its database, and opens it again', async () => {
  const database = openDatabase<{ notes: { key: string; value: string } }>(
    `notes-${crypto.randomUUID()}`,
    (fresh) => fresh.createObjectStore('notes'),
  )
  const first = await database()
  await first.put('notes', 'kept', 'a')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  await expect
    .poll(() => first.put('notes', 'late', 'b').then(String, ({ name }) => name))
    .toBe('InvalidStateError')
  expect(await (await database()).getAll('notes')).toEqual(['kept'])
})
