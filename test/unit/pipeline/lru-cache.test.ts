import { expect, test } from 'vitest'
import { createLruCache } from '#pipeline/lru-cache.ts'

const cacheOf = (maxBytes: number, maxEntries = 100) =>
  createLruCache<string>({ maxBytes, maxEntries }, (text) => text.length)

test('the least recently used entry is evicted first', () => {
  const cache = cacheOf(6)
  cache.set('a', 'xx')
  cache.set('b', 'xx')
  cache.set('c', 'xx')
  cache.get('a')
  cache.set('d', 'xx')
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true])
})

test('an entry larger than the budget is not added and evicts nothing', () => {
  const cache = cacheOf(4)
  cache.set('a', 'xxxx')
  cache.set('b', 'xxxxx')
  expect([cache.get('a'), cache.get('b')]).toEqual(['xxxx', undefined])
})

test('setting an entry again replaces it and its bytes', () => {
  const cache = cacheOf(5)
  cache.set('a', 'xxxx')
  cache.set('a', 'y')
  cache.set('b', 'xxxx')
  expect([cache.get('a'), cache.get('b')]).toEqual(['y', 'xxxx'])
})

test('the number of entries is bounded too', () => {
  const cache = cacheOf(100, 2)
  for (const key of ['a', 'b', 'c']) cache.set(key, 'x')
  expect(cache.get('a')).toBeUndefined()
  expect(cache.get('b')).toBe('x')
})

test('reserving bytes evicts entries, all of them beyond the budget', () => {
  const cache = cacheOf(6)
  cache.set('a', 'xx')
  cache.set('b', 'xx')
  cache.reserve(4)
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'xx'])
  cache.reserve(1000)
  expect(cache.get('b')).toBeUndefined()
})
