import { deleteDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import { databaseName } from '#base/scoped-name.ts'
import { openDatabase } from '#library/store/database.ts'
import { storedCredits } from '#library/store/local-account.ts'

afterEach(() => deleteDB(databaseName('clearcut')))

test('two tabs count credits without losing any', async () => {
  const [one, other] = [storedCredits(openDatabase()), storedCredits(openDatabase())]
  expect(await one.read('2026-08')).toBe(0)
  await Promise.all(Array.from({ length: 20 }, (_, turn) => (turn % 2 ? one : other).add('2026-08', 1)))
  expect(await other.read('2026-08')).toBe(20)
})

test('a new month starts at zero and deletes earlier months', async () => {
  const credits = storedCredits(openDatabase())
  await credits.add('2026-12', 5)
  await credits.add('2027-01', 1)
  expect(await credits.read('2027-01')).toBe(1)
  expect(await credits.read('2026-12')).toBe(0)
})
