import { expect, test } from 'vitest'
import { indexedDbEdits } from '#service/local/edit-store.ts'

const picture = (text: string) => new Blob([text])
let stores = 0
/** A store of its own for each test. */
const openStore = (limits?: { readonly days: number; readonly pictures: number }) => {
  const clock = { now: new Date('2026-01-01') }
  stores += 1
  const name = `edits-${stores}-${crypto.randomUUID()}`
  return { clock, store: indexedDbEdits(() => clock.now, limits, name) }
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
  await store.write(picture('a'), 'edits')
  await store.write(picture('a'), null)
  expect(await store.read(picture('a'))).toBeNull()
})

test('the oldest edits beyond the limit are deleted', async () => {
  const { store, clock } = openStore({ days: 90, pictures: 2 })
  for (const name of ['a', 'b', 'c']) {
    clock.now = new Date(clock.now.getTime() + 1000)
    await store.write(picture(name), name)
  }
  expect(await Promise.all(['a', 'b', 'c'].map((name) => store.read(picture(name))))).toEqual([
    null,
    'b',
    'c',
  ])
})

test('edits that nobody touched for long are gone', async () => {
  const { store, clock } = openStore({ days: 90, pictures: 10 })
  await store.write(picture('a'), 'a')
  clock.now = new Date('2026-04-05')
  expect(await store.read(picture('a'))).toBeNull()
})
