import { openDB } from 'idb'
import { expect, test } from 'vitest'
import { databaseName } from '#base/scoped-name.ts'
import { openDatabase } from '#library/store/database.ts'
import { storedEdits } from '#library/store/edit-store.ts'
import { hashFile, hashOnce } from '#library/store/file-hashes.ts'

const hashOf = hashOnce(hashFile)
const picture = (text: string) => new Blob([text])
let stores = 0
/** A store of its own for each test. */
const openStore = (limits?: { readonly days: number; readonly files: number }) => {
  const clock = { now: new Date('2026-01-01') }
  stores += 1
  const name = `edits-${stores}-${crypto.randomUUID()}`
  const openPage = () => storedEdits(openDatabase(name), () => clock.now, limits)(hashOf)
  return { clock, name, openPage, store: openPage() }
}

test('a picture gets its edits back by its bytes', async () => {
  const { store } = openStore()
  expect(await store.read(picture('a'))).toBeNull()
  await store.write(picture('a'), { version: 1, steps: [] })
  expect(await store.read(picture('a'))).toEqual({ version: 1, steps: [] })
  expect(await store.read(picture('b'))).toBeNull()
})

test('writing null deletes the edits of a picture', async () => {
  const { store } = openStore()
  await store.write(picture('a'), { steps: ['a'] })
  await store.write(picture('a'), null)
  expect(await store.read(picture('a'))).toBeNull()
})

test('the oldest edits beyond the limit are deleted', async () => {
  const { store, clock } = openStore({ days: 90, files: 2 })
  for (const name of ['a', 'b', 'c']) {
    clock.now = new Date(clock.now.getTime() + 1000)
    await store.write(picture(name), { steps: [name] })
  }
  expect(await Promise.all(['a', 'b', 'c'].map((name) => store.read(picture(name))))).toEqual([
    null,
    { steps: ['b'] },
    { steps: ['c'] },
  ])
})

test('edits that nobody touched for long are gone', async () => {
  const { store, clock } = openStore({ days: 90, files: 10 })
  await store.write(picture('a'), { steps: ['a'] })
  clock.now = new Date('2026-04-05')
  expect(await store.read(picture('a'))).toBeNull()
})

test('edits after an undo take the place of those undone', async () => {
  const { store, openPage } = openStore()
  const [first, second, third, other] = [{ at: 1 }, { at: 2 }, { at: 3 }, { at: 4 }]
  await store.write(picture('a'), { steps: [first, second, third], done: 3 })
  await store.write(picture('a'), { steps: [first, other], done: 2 })
  expect(await openPage().read(picture('a'))).toEqual({ steps: [first, other], done: 2 })
})

test('of two pages the last to write keeps all its edits', async () => {
  const { store, openPage } = openStore()
  const other = openPage()
  const [first, second] = [{ at: 1 }, { at: 2 }]
  await store.write(picture('a'), { steps: [first] })
  await other.write(picture('a'), { steps: [{ at: 9 }] })
  await store.write(picture('a'), { steps: [first, second] })
  expect(await openPage().read(picture('a'))).toEqual({ steps: [first, second] })
})

test('edits are whole where another page writes while they are read', async () => {
  const { store, openPage } = openStore()
  const file = picture('a')
  await store.write(file, { steps: ['one'] })
  const reader = openPage()
  await reader.read(file)
  const [found] = await Promise.all([reader.read(file), store.write(file, { steps: ['one', 'two'] })])
  expect(found).toEqual({ steps: ['one'] })
})

test('a write that throws half-way changes nothing', async () => {
  const { store, openPage } = openStore()
  const file = picture('a')
  await store.write(file, { steps: [{ at: 1 }], done: 1 })
  const broken = { steps: [{ at: 1 }, { at: () => 'no data' }], done: 2 }
  await expect(store.write(file, broken)).rejects.toMatchObject({ reason: 'storage_refused' })
  expect(await openPage().read(file)).toEqual({ steps: [{ at: 1 }], done: 1 })
})

test('edits that cannot be read are not taken for none', async () => {
  const { store, name, openPage } = openStore()
  const file = picture('a')
  await store.write(file, { steps: [{ at: 1 }] })
  const database = await openDB(databaseName(name))
  await database.put('edits', { ...(await database.getAll('edits'))[0], edits: null })
  database.close()
  await expect(openPage().read(file)).rejects.toMatchObject({ reason: 'edits_unreadable' })
})

test('a picture whose hash failed once is hashed anew', async () => {
  let failures = 1
  const database = openDatabase(`edits-${crypto.randomUUID()}`)
  const store = storedEdits(
    database,
    () => new Date('2026-01-01'),
  )(
    hashOnce(async (file) => {
      if (failures-- > 0) throw new Error('The worker was not loaded')
      return hashFile(file)
    }),
  )
  const file = picture('a')
  await expect(store.read(file)).rejects.toThrow('not loaded')
  await store.write(file, { steps: ['a'] })
  expect(await store.read(file)).toEqual({ steps: ['a'] })
})
