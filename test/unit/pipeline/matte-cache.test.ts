import { expect, test } from 'vitest'
import { memoryBlobStore, withKeyPrefix } from '#matting/blob-store.ts'
import { matteBudget, openMatteCache } from '#pipeline/matte-cache.ts'

const matteOf = (value: number) => ({ width: 4, height: 2, data: new Uint8ClampedArray(8).fill(value) })
const roomy = { maxBytes: 1000, maxEntries: 10 }

test('a stored matte is read back, also by a new cache', async () => {
  const held = new Map<string, Blob>()
  await openMatteCache(memoryBlobStore(held), roomy).set('a', matteOf(7))
  expect(await openMatteCache(memoryBlobStore(held), roomy).get('a')).toEqual(matteOf(7))
  expect(await openMatteCache(memoryBlobStore(held), roomy).get('b')).toBeUndefined()
})

test('the risk of a matte is kept with it', async () => {
  const mattes = openMatteCache(memoryBlobStore(), roomy)
  await mattes.set('a', { ...matteOf(7), risk: 0.123 })
  expect(await mattes.get('a')).toEqual({ ...matteOf(7), risk: 0.123 })
})

test.each([
  { maxBytes: 40, maxEntries: 10 },
  { maxBytes: 1000, maxEntries: 2 },
])('the oldest mattes are deleted beyond a budget of %j', async (budget) => {
  const mattes = openMatteCache(memoryBlobStore(), budget)
  for (const [index, name] of ['a', 'b', 'c'].entries()) await mattes.set(name, matteOf(index))
  expect(await mattes.get('a')).toBeUndefined()
  expect(await mattes.get('b')).toEqual(matteOf(1))
  expect(await mattes.get('c')).toEqual(matteOf(2))
})

test('a matte of a photo takes a small part of its pixels', async () => {
  const held = new Map<string, Blob>()
  const side = 512
  const data = new Uint8ClampedArray(side * side)
  for (let at = 0; at < data.length; at++)
    data[at] = 255 - 2 * (Math.hypot((at % side) - side / 2, at / side - side / 2) - 100)
  await openMatteCache(memoryBlobStore(held), matteBudget).set('a', { width: side, height: side, data })
  expect(held.get('a')?.size).toBeLessThan(data.length / 8)
})

test('a failing store reports no error', async () => {
  const broken = () => Promise.reject(new Error('no room'))
  const mattes = openMatteCache({ get: broken, put: broken, delete: broken, list: broken }, roomy)
  await mattes.set('a', matteOf(1))
  expect(await mattes.get('a')).toBeUndefined()
})

test('a matte that cannot be read is deleted', async () => {
  const held = new Map([['a', new Blob(['half'])]])
  const mattes = openMatteCache(memoryBlobStore(held), roomy)
  expect(await mattes.get('a')).toBeUndefined()
  expect(held.size).toBe(0)
  await mattes.set('a', matteOf(3))
  expect(await mattes.get('a')).toEqual(matteOf(3))
})

test('a key prefix hides all keys without it', async () => {
  const held = new Map<string, Blob>()
  const store = memoryBlobStore(held)
  await withKeyPrefix(store, 'model ').put('a', new Blob(['12345']))
  await withKeyPrefix(store, 'matte ').put('a', new Blob(['1']))
  expect(await withKeyPrefix(store, 'model ').list()).toEqual([{ key: 'a', bytes: 5 }])
  await withKeyPrefix(store, 'matte ').delete('a')
  expect([...held.keys()]).toEqual(['model a'])
  expect((await withKeyPrefix(store, 'model ').get('a'))?.size).toBe(5)
})
